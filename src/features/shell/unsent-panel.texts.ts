/** The texts of the list of what is not sent yet. */
export const texts = {
  notSentYet: 'Not sent yet',
  hint: 'Saved on this device. It will be sent when you’re back online.',
  failed: (problem: string | undefined) => `Failed: ${problem}`,
  states: { waiting: 'Waiting for a connection', sent: 'On its way', done: 'Done' },
  retry: 'Retry',
  retryOf: (mutation: string) => `Retry: ${mutation}`,
  discard: 'Discard',
  discardOf: (mutation: string) => `Discard: ${mutation}`,
};
