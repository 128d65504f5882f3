/** The texts of the search by name. */
export const texts = {
  title: (name: string) => `Search: ${name}`,
  resultsFor: (name: string) => `Search results for “${name}”`,
  searching: 'Searching',
  notFound: 'Not found',
  notFoundHint: 'Try fewer letters, or another spelling.',
  none: { individuals: 'No Individuals Found', organizations: 'No Organizations Found' },
  yetToDiscuss: 'YET TO DISCUSS',
};
