/** The texts of the list of conversations and of searching messages, which load apart from the open conversation. */
export const texts = {
  bulkProgress: {
    messagesToMany: 'Messages to many people',
  },
  conversationList: {
    loadingConversations: 'Loading conversations',
    noNewConversation: 'No New Conversation',
    noConversationHint: 'Open someone’s profile to send them a message.',
    discover: 'Discover',
    thingsConversations: 'conversations',
  },
  conversationsScreen: {
    allMessages: 'All Messages',
    conversation: 'Conversation',
    chooseAConversation: 'Choose a conversation to read it.',
    mute: 'Mute the sound of new messages',
    playASound: 'Play a sound for new messages',
  },
  messageSearch: {
    searchMessages: 'Search messages',
    clearTheSearch: 'Clear the search',
    found: (count: number) => `${count} ${count === 1 ? 'message' : 'messages'} found`,
    moreFound: (count: number) => `More than ${count} ${count === 1 ? 'message' : 'messages'} found`,
    searching: 'Searching',
    searchingMessages: 'Searching messages',
    onThisDevice: 'On this device',
    fromTheServer: 'From the server',
    offline: 'You’re offline. Only the messages on this device were searched.',
    noMessageFound: 'No Message Found',
    noMessageHint: 'Try fewer or different words.',
    thingsMessages: 'messages',
    ownExcerpt: 'You: {excerpt}',
  },
};
