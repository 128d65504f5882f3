/** The texts of what visitors see at home, which loads nothing else of this feature. */
export const texts = {
  visitorScreen: {
    welcome: 'Welcome',
    whatIsHappening: 'What’s happening',
    find: 'Find what needs you',
    findText: 'Events, projects and things to give, from organizations around the corner.',
    joinIn: 'Join in',
    joinInText: 'One tap tells an organization you’re interested, or that you’ll be there.',
    results: 'See the results',
    resultsText:
      'Follow the organizations you care about and get all of their news. No algorithm decides for you.',
    headline: 'Good things are happening close to home.',
    introduction:
      'Gatherwell is where neighbors and nonprofits find each other: events to join, projects that need a hand, and news of what your help made possible.',
    joinGatherwell: 'Join Gatherwell',
    signIn: 'Sign in',
    join: 'Join',
    takePart: 'Take part',
    whyJoin:
      'With an account you can follow organizations, tell them you’re coming, and hear how it went. It’s free for people and for nonprofits.',
    createAnAccount: 'Create an account',
    beenHereBefore: 'Been here before?',
  },
  newestPosts: {
    loadingPosts: 'Loading posts',
    thingsPosts: 'posts',
    noPosts: 'No Posts Found',
    noPostsHint: 'Be the first to post something.',
  },
};
