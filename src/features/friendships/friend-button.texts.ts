/** The texts of the button of visitors. */
export const texts = {
  addFriend: 'Add friend',
  addFriendOf: (name: string) => `Add friend ${name}`,
};
