import { peopleOf } from '#src/lib/people-of.ts';

/** The texts of this feature, by screen or part. */
export const texts = {
  wallet: {
    runningOut: 'Running out of coins? {contactUs}.',
    invitationsTo: 'Invitations to {post}',
    messageTo: 'Message to {receiver}',
    bulkMessage: (sent: number, text: string) => `Message to ${peopleOf(sent)}: “${text}”`,
    coins: (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'coin' : 'coins'}`,
    wallet: 'Wallet',
    intro:
      'Coins pay for reaching people you’re not connected with. You always see the price before you send.',
    history: 'History',
    howCoinsWork: 'How coins work',
    priceOfMessage: 'A message to someone you’re not connected with',
    priceOfBulkMessage: 'A message to many people, for each one you’re not connected with',
    priceOfInvitation: 'An invitation to someone you’re not connected with',
    toConnected: 'Anything you send to someone you’re connected with',
    free: 'free',
    whoIsConnected:
      'You’re connected with your friends, with those who follow you, with those who have written to you, and through accepted memberships.',
    contactUs: 'Contact us',
    thingsEntries: 'entries',
    noEntries: 'Nothing yet',
    noEntriesHint: 'The coins you receive and spend will be listed here.',
    opening: 'To start with',
    grant: 'Granted by an administrator',
    invitations: 'Invitations',
    message: 'Message',
  },
};
