/** The texts of this feature, by screen or part. */
export const texts = {
  failed: 'Failed',
  socialMediaScreen: {
    connectSocialMedia: 'Connect Social Media',
    hint: 'Your organization’s Facebook, Twitter and LinkedIn accounts. Connecting doesn’t post anything.',
    connectingAnAccount: 'Connecting an account',
    connectingYourAccount: 'Connecting your account…',
    loadingYourAccounts: 'Loading your accounts',
  },
  networkCard: {
    connect: 'Connect',
    connectTo: (network: string) => `Connect ${network}`,
    reconnect: 'Reconnect',
    reconnectTo: (network: string) => `Reconnect ${network}`,
    connected: 'Connected',
    connectedAt: 'Connected {time}',
    notConnected: 'Not connected.',
    notAvailable: 'Not available on this installation.',
    noLongerAccepted: (network: string) =>
      `${network} no longer accepts this connection. Reconnect to keep using the account.`,
    expiresTooEarly: (network: string) =>
      `This connection expires before your next scheduled post. Reconnect so it can be shared on ${network}.`,
    disconnect: 'Disconnect',
    disconnectFrom: (network: string) => `Disconnect ${network}`,
    disconnectQuestion: (network: string) => `Disconnect ${network}?`,
    disconnectHint: (network: string) => `Gatherwell will no longer have access to your ${network} account.`,
  },
  facebookPage: {
    facebookPage: 'Facebook page',
    help: 'Your posts are published on this page.',
    notLoaded: 'Your pages could not be loaded from Facebook.',
    noPage: 'No page',
  },
  leftBehind: {
    stillOnTheNetwork: 'Still on the network',
    hint: 'You deleted these posts here, but they may still be on the network.',
    postAt: (title: string, network: string) => `“${title}” on ${network}`,
    tryAgain: 'Try again',
    tryAgainToDelete: (post: string) => `Try again to delete ${post}`,
    leaveIt: 'Leave it',
    leave: (post: string) => `Leave ${post}`,
  },
  templates: {
    whatGetsShared: 'What gets shared',
    hint: 'Choose what each network gets, and in what order. The link to the post always comes last.',
    networks: 'Networks',
    loadingTheTemplate: 'Loading the template',
    saveTemplate: 'Save template',
    reset: 'Reset',
    example: {
      title: 'Helpers for the community garden',
      description:
        'We plant three raised beds and a hedge. Gloves and tools are there, and soup at noon. Come for an hour or for the whole day; children are welcome with an adult.',
      address: '12 Elm Street, Toronto',
      skill: 'Gardening',
      contact: 'Maria, 555 0100',
      impactArea: 'Environment',
      keywords: ['garden', 'spring'],
    },
  },
  templateItems: {
    partsOfAPost: 'Parts of a post',
    isNowAt: (part: string, place: number, places: number) => `${part} is now ${place} of ${places}.`,
    moveUp: (part: string) => `Move ${part} up`,
    moveDown: (part: string) => `Move ${part} down`,
  },
  returnedLogin: {
    unknownError: 'UNKNOWN ERROR',
  },
};
