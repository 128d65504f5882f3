/**
 * What a device that has nothing of a user yet asks the server for, in the order of `takeSnapshot`: the head of the event
 * log, and then with one request what the collections begin with. `boot.js` asks for it while the program is loaded.
 */
export const firstCalls: readonly Readonly<Record<string, object | undefined>>[] = [
  { 'events.head': undefined },
  {
    'feeds.home': { limit: 30 },
    'notifications.list': { limit: 30 },
    'notifications.count': { onlyNew: true },
    'conversations.list': { limit: 30 },
    'conversations.countNew': {},
    'wallet.balance': {},
    'conversations.bulkJobs': { limit: 10 },
  },
];
