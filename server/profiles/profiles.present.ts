import type { z } from 'zod';
import { displayName } from '../hydrate/profiles.ts';
import type { lookupView } from '../lookups/lookups.schema.ts';
import type { IndividualRow, OrganizationRow } from './profiles.queries.ts';
import type { BasicInfoView, PublicBasicInfoView } from './profiles.schema.ts';

type Lookup = z.output<typeof lookupView>;

/** An individual's basic information as others see it. */
export function presentIndividual(
  _id: string,
  userType: 'individual' | 'admin',
  row: Pick<IndividualRow, 'first_name' | 'last_name' | 'profile_picture' | 'address'>,
): Exclude<PublicBasicInfoView, { userType: 'organization' }> {
  const { city, state, country } = row.address;
  return {
    _id,
    userType,
    firstName: row.first_name,
    lastName: row.last_name,
    concatNameWithSpace: displayName({ ...row, name: null }),
    profilePicture: row.profile_picture,
    address: { city, state, country },
  };
}

/** An individual's basic information as its owner sees it, with what they chose. */
export function presentOwn(
  _id: string,
  userType: 'individual' | 'admin',
  row: IndividualRow,
  choices: { skills: Lookup[]; languages: Lookup[] },
): BasicInfoView {
  return {
    ...presentIndividual(_id, userType, row),
    dateOfBirth: row.date_of_birth,
    kids: row.kids,
    phone: row.phone,
    gender: row.gender,
    races: row.races,
    ...choices,
    address: row.address,
  };
}

/** An organization's basic information: the same to everybody. */
export function presentOrganization(
  _id: string,
  row: OrganizationRow,
  organizationTypes: Lookup[],
): PublicBasicInfoView {
  const { contact_email: contactEmail, profile_picture: profilePicture, ...rest } = row;
  return {
    _id,
    userType: 'organization',
    ...rest,
    concatNameWithSpace: row.name,
    contactEmail,
    organizationTypes,
    profilePicture,
  };
}
