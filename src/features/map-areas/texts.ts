/** The texts of this feature. */
export const texts = {
  notLoaded: 'Error loading maps',
  mapOfAreas: (name: string) => `Map of the areas that ${name} serves`,
  notReadyYet: 'The map of these areas isn’t ready yet.',
  approximate: 'Circles are approximate: we don’t have the outlines of these areas.',
};
