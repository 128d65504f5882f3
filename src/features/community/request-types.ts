/** The two lists of friend requests, as addresses name them. */
export const requestTypes = ['received', 'sent'] as const;
export type RequestType = (typeof requestTypes)[number];
