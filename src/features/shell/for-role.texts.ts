import type { CurrentUser } from '#server/accounts/accounts.schema.ts';

type UserType = CurrentUser['userType'];

const plural: Record<UserType, string> = {
  individual: 'individuals',
  organization: 'organizations',
  admin: 'administrators',
};

/** The texts where a screen is not for the viewer. */
export const texts = {
  notForThisAccount: 'Not for this account',
  isFor: (roles: readonly UserType[]) =>
    `This page is for ${roles.map((role) => plural[role]).join(' and ')}`,
  hint: 'You’re signed in with a different kind of account.',
  goToTheFeed: 'Go to the feed',
};
