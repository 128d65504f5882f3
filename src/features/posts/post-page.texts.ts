/** The texts of the page of a post as everyone sees it, by part: visitors load nothing else of this feature there. */
export const texts = {
  placeOnMap: {
    show: 'Show on a map',
    hide: 'Hide the map',
    notLoaded: 'Error loading maps',
    notLoadedHint: 'Check your connection and try again.',
    mapOf: (place: string) => `Map of ${place}`,
    thingsPlaces: 'places',
  },
  postArticle: {
    topNeed: 'Top need',
    noDescription: 'No description available',
    signThePetition: 'Sign the petition',
    impactAreas: 'Impact areas',
    skills: 'Skills',
    keywords: 'Keywords',
    requiredItems: 'Required items',
    neededBy: 'by {day}',
    expectedHours: 'Expected hours',
    hours: (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    contact: 'Contact',
    more: 'More',
  },
  wholePost: {
    petition: 'Petition',
  },
  waitingForPost: {
    post: 'Post',
    loadingThePost: 'Loading the post',
  },
  postNotAvailable: {
    notAvailable: 'Post is not available',
    hint: 'It may have been taken down, or the link may be incomplete.',
    goToTheFeed: 'Go to the feed',
  },
};
