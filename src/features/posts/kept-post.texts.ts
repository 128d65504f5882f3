/** The texts that only signed-in users get at a post, by part. */
export const texts = {
  ownerTools: {
    views: (views: number) => `${views} ${views === 1 ? 'view' : 'views'}`,
    scheduled: 'Scheduled',
    draft: 'Draft',
    goesOut: (date: string) => `Goes out ${date}`,
    viewAsVisitor: 'View as visitor',
    managePosts: 'Manage Posts',
    edit: 'Edit',
    whatVisitorsSee: 'What visitors see',
    nobodyElseYet: 'No one else can see it yet.',
    hasEnded: 'This has ended. Tell everyone how it went, including those who couldn’t come.',
    howItWent: 'How it went',
  },
  inYourCalendar: {
    isIn: 'It is in {calendar}',
    yourCalendar: 'your calendar',
  },
  committedDialog: {
    titles: {
      liked: 'Who likes this',
      interested: 'Who is interested',
      going: 'Who is going',
    },
    notFound: 'User List Not Found',
    emptyHint: 'Some people keep their activity private.',
  },
  peopleInDialog: {
    loadingPeople: 'Loading people',
    thingsPeople: 'people',
    nobody: 'No one to show',
  },
  reachDialog: {
    viewsAndReactions: 'Views and reactions',
    viewers: 'Viewers',
    viewsByMonth: 'Views by month',
    reactionsByMonth: 'Reactions by month',
    month: 'Month',
    views: 'Views',
    reactions: {
      liked: 'Likes',
      interested: 'Interested',
      going: 'Going',
    },
    notFound: 'User List Not Found',
    emptyHint:
      'Everyone who is signed in and views this post counts once. People who don’t want to be found aren’t listed.',
  },
};
