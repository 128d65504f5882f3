/** Why an organization is suggested. */
export const reasons = {
  friends: (friends: number) => (friends === 1 ? '1 friend follows it' : `${friends} friends follow it`),
  near: (kilometers: number) => `${kilometers} km away`,
  causes: (causes: number) => `shares ${causes} of your causes`,
  /** @param ago as "3 days ago" */
  posted: (ago: string) => `posted ${ago}`,
};
