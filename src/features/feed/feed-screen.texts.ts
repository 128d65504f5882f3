/** The texts of the feed itself, which loads nothing else of this feature at first. */
export const texts = {
  feed: 'Feed',
  loading: 'Loading posts',
  loadingNearby: 'Loading posts nearby',
  empty: 'No Posts Found',
  hint: 'Follow a few organizations to see their posts here.',
  nearby: 'Nearby',
  following: 'Following',
  posts: 'Posts',
  things: 'posts',
  suggestions: 'Suggestions',
  newer: 'Newer posts',
};
