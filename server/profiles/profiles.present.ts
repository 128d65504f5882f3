import type { z } from 'zod';
import { displayName } from '../hydrate/profiles.ts';
import type { lookupView } from '../lookups/lookups.schema.ts';
import type { IndividualRow, OrganizationRow } from './profiles.queries.ts';
import type { BasicInfoView } from './profiles.schema.ts';

type Lookup = z.output<typeof lookupView>;

/** An individual's basic information. Given what they chose, it is the owner's view; without, that of others. */
export function presentIndividual(
  _id: string,
  userType: 'individual' | 'admin',
  row: IndividualRow,
  own: { skills: Lookup[]; languages: Lookup[] } | undefined,
): BasicInfoView {
  const { city, state, country } = row.address;
  const open = {
    _id,
    userType,
    firstName: row.first_name,
    lastName: row.last_name,
    concatNameWithSpace: displayName({ ...row, name: null }),
    profilePicture: row.profile_picture,
  };
  if (!own) return { ...open, address: { city, state, country } };
  return {
    ...open,
    dateOfBirth: row.date_of_birth,
    kids: row.kids,
    phone: row.phone,
    gender: row.gender,
    races: row.races,
    ...own,
    address: row.address,
  };
}

/** An organization's basic information: the same to everybody. */
export function presentOrganization(
  _id: string,
  row: OrganizationRow,
  organizationTypes: Lookup[],
): BasicInfoView {
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
