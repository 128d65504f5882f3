/** The texts of the buttons of signed-in individuals; those of visitors stand beside them, because each loads alone. */
export const texts = {
  addFriend: 'Add friend',
  addFriendOf: (name: string) => `Add friend ${name}`,
  cancelRequest: 'Cancel request',
  cancelRequestTo: (name: string) => `Cancel request to ${name}`,
  accept: 'Accept',
  acceptRequestOf: (name: string) => `Accept the request of ${name}`,
  reject: 'Reject',
  rejectRequestOf: (name: string) => `Reject the request of ${name}`,
  friends: 'Friends',
  friendsWith: (name: string) => `Friends with ${name}`,
  unfriendQuestion: 'Unfriend {name}?',
  unfriendHint: 'You will no longer be friends, and no longer follow each other.',
  unfriend: 'Unfriend',
};
