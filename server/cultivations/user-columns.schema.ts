/** The columns by which the users of a list can be sorted. Apart, because addresses name them before any form loads. */
export const userColumns = [
  'addedAt',
  'name',
  'totalInteractions',
  'lastLiked',
  'lastInterested',
  'lastGoing',
  'follows',
  'invited',
  'endorses',
] as const;
export type UserColumn = (typeof userColumns)[number];
