/** The texts of this feature, by screen or part. */
export const texts = {
  dashboardPosts: {
    whoInteracted: 'Who interacted',
    nothingPlanned: 'Nothing planned yet',
    nothingPlannedHint: 'Posts with a date appear here until they start.',
    nothingEnded: 'Nothing has ended yet',
    nothingEndedHint: 'Posts appear here after they end, with everyone who took an interest.',
    whoInteractedWith: (title: string) => `Who interacted with ${title}`,
  },
  dashboard: {
    createPost: 'Create Post',
    statistics: 'STATISTICS',
    upcoming: 'UPCOMING',
    summary: 'SUMMARY',
    topNotifications: 'TOP NOTIFICATIONS',
    topConversations: 'TOP CONVERSATIONS',
    recentlyEnded: 'RECENTLY ENDED',
    dashboard: 'Dashboard',
    onThisPage: 'On this page',
    loadingTheSummary: 'Loading the summary',
    statisticsHint: (timeZone: string) => `The last six months, in the time zone ${timeZone}`,
    loadingPosts: 'Loading posts',
    loadingTheCharts: 'Loading the charts',
  },
  scrollToTop: {
    scrollToTop: 'Scroll to top',
  },
  statisticsCharts: {
    month: 'Month',
    likes: 'Likes',
    interested: 'Interested',
    going: 'Going',
    views: 'Views',
    reactions: 'Reactions',
  },
  summaryCards: {
    toSpend: (coins: number) => `${coins === 1 ? 'coin' : 'coins'} to spend`,
    lastSevenDays: 'Last 7 Days {count}',
    friends: 'Friends {count}',
    followers: 'Followers',
    endorsers: 'Endorsers',
    viewers: 'Viewers',
    wallet: 'Wallet',
    walletOf: (coins: number) => `Wallet: ${coins} ${coins === 1 ? 'coin' : 'coins'}`,
    countOf: (label: string, total: number, recent: number) =>
      `${label}: ${total} in all, ${recent} in the Last 7 Days`,
  },
};
