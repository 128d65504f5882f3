/** The texts of the organizations that are suggested at the end. */
export const texts = {
  followSomeOrganizations: 'Follow some organizations',
  intro: 'Their posts will appear in your feed. You can unfollow at any time.',
  finish: 'Finish',
  noOrganizations: 'No Organizations Found',
  noOrganizationsHint: 'You can search for organizations later.',
  loadingSuggestions: 'Loading suggestions',
};
