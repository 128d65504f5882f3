/** The texts of what all searches have in common, by part; those of each search stand in a file beside it. */
export const texts = {
  searchShell: {
    results: 'Results',
    showAs: 'Show as',
    list: 'List',
    map: 'Map',
  },
  discoverTabs: {
    discover: 'Discover',
    organizations: 'Organizations',
    communityActivity: 'Community activity',
  },
  filterPanel: {
    filters: 'Filters',
    filtersInForce: (count: number) => `Filters (${count})`,
    reset: 'Reset',
    search: 'Search',
  },
  filters: {
    name: 'Name',
    impactAreas: 'Impact areas',
    address: 'Address',
    keyword: 'Keyword',
  },
  resultsList: {
    searching: (things: string) => `Searching ${things}`,
  },
};
