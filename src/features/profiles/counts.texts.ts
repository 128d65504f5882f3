/** The texts of how many follow and endorse a user. */
export const texts = {
  followers: (count: number) => (count === 1 ? '{count} follower' : '{count} followers'),
  endorsers: (count: number) => (count === 1 ? '{count} endorser' : '{count} endorsers'),
  following: '{count} following',
  friends: (count: number) => `(${count} ${count === 1 ? 'friend' : 'friends'})`,
};
