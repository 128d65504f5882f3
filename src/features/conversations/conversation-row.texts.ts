/** The texts of conversations in a list, also on the dashboard, which loads nothing else of this feature. */
export const texts = {
  connectivityDot: {
    connected: 'Connected',
  },
  conversationRow: {
    noMessageFound: 'No Message Found',
    newMessages: (count: number) => (count === 1 ? 'new message' : 'new messages'),
    typing: 'Typing…',
    ownMessage: (message: string) => `You: ${message}`,
  },
  topConversations: {
    loadingConversations: 'Loading conversations',
    noNewConversation: 'No New Conversation',
    noConversationHint: 'Open someone’s profile to send them a message.',
    yourFollowers: 'Your followers',
  },
};
