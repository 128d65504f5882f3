/** The texts of names and of messages in a line, which load wherever messages are announced or listed. */
export const texts = {
  deletedAccount: 'Deleted account',
  pictures: (count: number) => (count === 1 ? 'Picture' : `${count} pictures`),
  files: (count: number) => `${count} files`,
  organization: 'Organization',
  post: 'Post',
};
