/** The texts of this feature, by screen or part; those of the feed and of what visitors see stand beside it. */
export const texts = {
  nearbyPosts: {
    everywhere: 'Everywhere. Choose a place to see what is near',
    within: (kilometers: number, place: string) => `Within ${kilometers} km of ${place}`,
    yourAddress: 'your address',
    thingsPosts: 'posts',
    noPosts: 'No Posts Found',
    noPostsHint: 'Choose another place or a longer distance.',
    chooseAPlace: 'Choose a place',
  },
  suggestedOrganizations: {
    suggestedOrganizations: 'Suggested organizations',
    basis: 'By your causes, your friends and where you are',
    nearAPlace: 'Near a place',
    noOrganizations: 'No Organizations Found',
    loadingSuggestions: 'Loading suggestions',
    showFewer: 'Show fewer',
    showAll: (count: number) => `Show all ${count}`,
  },
};
