/** The texts of subscribing to a calendar. */
export const texts = {
  subscribe: 'Subscribe',
  hint: 'Add this address to another calendar app and it will stay up to date.',
  failed: 'Failed',
  noLongerWorks: 'The address no longer works.',
  secret:
    'Anyone with this address can read your calendar. It’s shown only once. To stop it from working, create a new one or revoke it.',
  since: (time: string) => `You’ve had an address since ${time}.`,
  createAnother: 'Create a new address',
  create: 'Create an address',
  revoke: 'Revoke',
};
