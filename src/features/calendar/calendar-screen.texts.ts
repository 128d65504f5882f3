/** The texts of the viewer's own calendar, by part. */
export const texts = {
  calendarScreen: {
    calendar: 'Calender',
    filters: 'Filters',
    filtersInForce: (count: number) => `Filters (${count})`,
    goToTheFeed: 'Go to the feed',
  },
  filterPanel: {
    filters: 'Filters',
    title: 'Title',
    postTypes: 'Post types',
    impactAreas: 'Impact areas',
    skills: 'Skills',
    onlyTopNeed: 'Show only top need',
    reset: 'Reset',
    search: 'Search',
  },
};
