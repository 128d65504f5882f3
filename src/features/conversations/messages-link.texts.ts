/** The text of the envelope, which every screen loads and nothing else of this feature. */
export const texts = {
  messages: (unread: number) => (unread > 0 ? `Messages, ${unread} new` : 'Messages'),
};
