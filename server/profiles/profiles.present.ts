import { displayName } from '../hydrate/profiles.ts';
import type { IndividualRow, OrganizationRow } from './profiles.queries.ts';
import type { BasicInfoView } from './profiles.schema.ts';

/** An individual's basic information: all of it to its owner, to others what is not private. */
export function presentIndividual(
  _id: string,
  userType: 'individual' | 'admin',
  row: IndividualRow,
  isOwner: boolean,
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
  if (!isOwner) return { ...open, address: { city, state, country } };
  return {
    ...open,
    dateOfBirth: row.date_of_birth,
    kids: row.kids,
    phone: row.phone,
    gender: row.gender,
    races: row.races,
    address: row.address,
  };
}

/** An organization's basic information: the same to everybody. */
export function presentOrganization(_id: string, row: OrganizationRow): BasicInfoView {
  const { contact_email: contactEmail, profile_picture: profilePicture, ...rest } = row;
  return {
    _id,
    userType: 'organization',
    ...rest,
    concatNameWithSpace: row.name,
    contactEmail,
    profilePicture,
  };
}
