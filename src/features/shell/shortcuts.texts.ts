/** What keys do. */
export const texts = {
  search: 'Search',
  nextPost: 'Next post',
  previousPost: 'Previous post',
  react: 'Like the post, or mark yourself as interested',
  createPost: 'Create Post',
};
