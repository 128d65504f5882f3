/** The texts of every calendar, by part; those of what only some of them have stand in files beside it. */
export const texts = {
  calendarView: {
    views: { month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' },
    previous: {
      month: 'Previous month',
      week: 'Previous week',
      day: 'Previous day',
      agenda: 'Previous 30 days',
    },
    next: { month: 'Next month', week: 'Next week', day: 'Next day', agenda: 'Next 30 days' },
    today: 'Today',
    view: 'View',
    noPosts: 'No Posts Found',
    nothingIsPlanned: 'Nothing is planned for these days.',
    loadingTheCalendar: 'Loading the calendar',
  },
  circle: {
    noAddress: 'Choose a place, or give your address in your profile first.',
  },
  agenda: {
    going: 'Going',
  },
  entryTimes: {
    goesOut: (time: string) => `Goes out ${time}`,
  },
  legendDialog: {
    whatTheColorsMean: 'What the colors mean',
    calendar: 'Calendar',
    hint: 'Each type of post has its own color. Times are in your device’s time zone. A ✓ marks posts you’re going to.',
  },
  postDialog: {
    post: 'Post',
    notFound: 'Post Not Found',
    notFoundHint: 'Sorry, The Post You Are Looking For Is Not Available.',
    viewPost: 'View Post',
    goesOut: 'Goes out {time}',
    by: 'By {organization}',
  },
  publicCalendar: {
    calendar: 'Calendar',
    isPrivate: 'This calendar is private',
  },
  scheduler: {
    posts: 'Posts',
  },
};
