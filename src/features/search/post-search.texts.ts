/** The texts of the search for posts, by part. */
export const texts = {
  communityActivity: {
    communityActivity: 'Community activity',
    thingPost: 'post',
    noPosts: 'No Posts Found',
    searchingPosts: 'Searching posts',
  },
  postFilters: {
    endsTooEarly: 'Choose the start date or a day after it',
    title: 'Title',
    postTypes: 'Post types',
    startDate: 'Start date',
    endDate: 'End date',
    onlyTopNeed: 'Show Only Top Need',
  },
};
