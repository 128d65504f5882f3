import type { CurrentUser } from '#server/accounts/accounts.schema.ts';

/** The side whose memberships they are: the signed-in individual or organization. */
export interface Whose {
  _id: string;
  userType: Exclude<CurrentUser['userType'], 'admin'>;
}
