import type { CurrentUser } from '#server/accounts/accounts.schema.ts';

const person = (number: number, name: string, userType: CurrentUser['userType']): CurrentUser => ({
  _id: `00000000-0000-7000-8000-00000000000${number}`,
  userType,
  email: `${name.toLowerCase()}@example.org`,
  name,
  profilePicture: null,
  isOnboarded: true,
});

export const alice = person(1, 'Alice', 'individual');
export const bob = person(2, 'Bob', 'individual');
export const carol = person(3, 'Carol', 'organization');
export const dan = person(4, 'Dan', 'individual');
