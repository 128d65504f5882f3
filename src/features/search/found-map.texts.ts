/** The texts of the map of what a search found, which loads apart from the search. */
export const texts = {
  organizations: {
    mapOf: 'Map of organizations',
    things: 'organizations',
    found: (count: number) => `${count} ${count === 1 ? 'organization' : 'organizations'} with a place`,
    nearest: (count: number) => `The ${count} nearest organizations with a place`,
    newest: (count: number) => `The ${count} newest organizations with a place`,
    empty: 'No Organizations Found',
    emptyHint: 'Only organizations with an address appear on the map.',
  },
  posts: {
    mapOf: 'Map of posts',
    things: 'posts',
    found: (count: number) => `${count} ${count === 1 ? 'post' : 'posts'} with a place`,
    nearest: (count: number) => `The ${count} nearest posts with a place`,
    newest: (count: number) => `The ${count} newest posts with a place`,
    empty: 'No Posts Found',
    emptyHint: 'Only posts with an address appear on the map.',
  },
  notLoaded: 'Error loading maps',
};
