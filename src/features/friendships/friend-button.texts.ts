/** The texts of the button as visitors load it. */
export const texts = {
  addFriend: 'Add friend',
  addFriendOf: (name: string) => `Add friend ${name}`,
};
