/** The texts of writing to a user, also outside of the conversation, where nothing else of this feature is loaded. */
export const texts = {
  messageForm: {
    canNotSend: 'YOU CAN NOT SEND ANY MESSAGE TO THIS CONVERSATION',
    message: 'Message',
    send: 'Send',
    sent: 'Message sent',
    notSent: 'Message is not sent',
    failed: 'Failed',
    keptHere: 'Kept on this device. It will be sent when you reconnect.',
    connectionError: 'Server connection error',
    offline: 'You’re offline. If you’re not connected with this person, the message will cost a coin.',
    connected: 'You are connected with the user. You can send message without spending coin.',
    notConnected: 'You are not connected with the user. Coin will be charged for sending message.',
    youHave: (coins: number) => `You have ${coins}.`,
  },
  messagePanel: {
    ownPage: 'This is your own page',
    ownPageHint: 'Messages people send you are under All Messages.',
    allMessages: 'All Messages',
    message: 'Message',
    messageTo: 'Message to {name}',
    openConversation: 'Open conversation',
    cancel: 'Cancel',
  },
  sendMessageDialog: {
    messageTo: 'Message to {name}',
    cancel: 'Cancel',
  },
  sending: {
    failed: 'Failed',
    sendMessage: 'Send message',
    yes: 'Yes',
    no: 'No',
    priceQuestion: (coins: number) =>
      coins === 1
        ? 'You are not currently connected to receiver. This will cost you a coin.'
        : `Your message will cost you ${coins} Coins. Are you sure?`,
  },
};
