/** Returns a title in quotation marks, or else a general word. */
const quoted = (title: string | undefined, otherwise: string): string => (title ? `“${title}”` : otherwise);

const post = (title: string | undefined) => quoted(title, 'a post');
const notification = (title: string | undefined) => quoted(title, 'a notification');
const readOr = (isRead: boolean) => (isRead ? 'read' : 'unread');

const reactions = { liked: 'Like', interested: 'Interested in', going: 'Going to' };
const withdrawnReactions = {
  liked: 'Unlike',
  interested: 'No longer interested in',
  going: 'No longer going to',
};

/** What mutations are called where they are listed. Names and titles may be unknown. */
export const texts = {
  ofAnotherVersion: 'Something done with another version of Gatherwell',
  posts: {
    react: (interest: keyof typeof reactions, on: boolean, title?: string) =>
      `${(on ? reactions : withdrawnReactions)[interest]} ${post(title)}`,
    schedule: (isAdded: boolean, title?: string) =>
      isAdded ? `Add ${post(title)} to the calendar` : `Remove ${post(title)} from the calendar`,
    remind: (isSet: boolean, title?: string) =>
      `${isSet ? 'Set a reminder' : 'Remove the reminder'} of ${post(title)}`,
    share: (title?: string) => `Share ${post(title)}`,
  },
  relations: {
    follow: (follows: boolean, name = 'someone') => `${follows ? 'Follow' : 'Unfollow'} ${name}`,
    endorse: (endorses: boolean, name = 'an organization') =>
      `${endorses ? 'Endorse' : 'No longer endorse'} ${name}`,
    askFriend: (name = 'someone') => `Send ${name} a friend request`,
    cancelFriendRequest: (name = 'someone') => `Cancel the friend request to ${name}`,
    acceptFriend: (name = 'someone') => `Accept the friend request from ${name}`,
    rejectFriend: (name = 'someone') => `Reject the friend request from ${name}`,
    unfriend: (name = 'someone') => `Unfriend ${name}`,
  },
  memberships: {
    answer: (answer: 'accept' | 'reject', about = 'a membership') =>
      `${answer === 'accept' ? 'Accept' : 'Reject'} ${about}`,
    remove: (about = 'a membership') => `Delete ${about}`,
  },
  notifications: {
    mark: (isRead: boolean, title?: string) => `Mark ${notification(title)} as ${readOr(isRead)}`,
    remove: (isDeleted: boolean, title?: string) =>
      `${isDeleted ? 'Delete' : 'Bring back'} ${notification(title)}`,
    markAll: (isRead: boolean) => `Mark all notifications as ${readOr(isRead)}`,
  },
  conversations: {
    markRead: (name = 'a conversation') => `Mark the messages of ${name} as read`,
    remove: (name?: string) => `Delete the conversation with ${quoted(name, 'someone')}`,
  },
  messages: {
    send: (name = 'someone') => `Send a message to ${name}`,
  },
};
