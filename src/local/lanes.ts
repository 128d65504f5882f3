/** What an act acts on. Acts in one lane keep their order. */
export const lanes = {
  post: (postId: string) => `post ${postId}`,
  profile: (userId: string) => `profile ${userId}`,
  membership: (membershipId: string) => `membership ${membershipId}`,
  notifications: 'notifications',
};
