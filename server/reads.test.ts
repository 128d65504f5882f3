import { expect, test } from 'vitest';
import { proceduresOf } from './rest/operations.ts';
import { appRouter } from './router.ts';
import type { Meta } from './trpc.ts';

/*
 * Which database each query reads where there are replicas. Written out here, and not read from the procedures, so that
 * a new one is decided on. On a replica belongs what a user looks at. On the primary belongs what must not be a moment
 * old, because something is spent, allowed or protected by it; what nobody's event log tells of; and what writes.
 */
const reads: Record<string, { replica?: string; primary?: string }> = {
  accessTokens: { primary: 'list' },
  accounts: { primary: 'emailExists me' },
  blocks: { replica: 'between list' },
  // The secret address is a credential.
  calendar: { replica: 'ofUser', primary: 'address' },
  // Whether a message costs.
  connections: { replica: 'grants users', primary: 'between check' },
  // Presence is not logged, so replicas have none.
  connectivities: { primary: 'byUser' },
  conversations: {
    replica: 'byId countNew history list search top',
    // `open` marks as read; the others are about what is spent.
    primary: 'bulkJob bulkJobs open price',
  },
  cultivations: { replica: 'additions byId departures list' },
  // Shows coins.
  dashboard: { primary: 'overview' },
  endorsements: { replica: 'between endorsees endorsers mine summary' },
  // Where a snapshot begins, which is read afterwards.
  events: { primary: 'head' },
  feeds: { replica: 'home' },
  follows: { replica: 'between followers followings summary' },
  friendships: { replica: 'between friends list' },
  invitations: { replica: 'guests' },
  lookups: { replica: 'impactAreas languages organizationTypes skills' },
  mapAreas: { replica: 'baseMap files names' },
  memberships: { replica: 'list members' },
  notifications: { replica: 'count list listFull senders' },
  places: { replica: 'search timeZone' },
  posts: {
    replica:
      'byId committed followers gallery list points recentlyEnded search statistics upcoming viewerSummary viewers viewersOfAll',
    // Counts the view.
    primary: 'read',
  },
  profiles: {
    replica:
      'allNames basicInfo checklist impactAreas internalLink involvement languages privacy publicInfo search serviceInfo skills suggestions',
  },
  prospects: { replica: 'byId tags timeline' },
  schedulers: { replica: 'checkIfAdded list' },
  search: { replica: 'individuals organizationPoints organizations users' },
  shares: { replica: 'byId linkBase' },
  // Connections to networks, and logins that are begun.
  socialMedia: {
    primary:
      'connectionInfo facebookAccount facebookInfo facebookPages linkedInAccount overview selectedFacebookPage template twitterAccount twitterRequestToken',
  },
  wallet: { primary: 'balance entries spendingSummary' },
  // What became of deliveries is in nobody's event log.
  webhooks: { primary: 'deliveries list' },
};

const procedures = Object.entries(proceduresOf(appRouter)).map(([name, { _def }]) => {
  const [feature = '', procedure = ''] = name.split('.');
  return { name, feature, procedure, type: _def.type, reads: (_def.meta as Meta).reads };
});

test('every query is on the table, with the database that it reads', () => {
  const found: typeof reads = {};
  for (const { feature, procedure, type, reads: declared } of procedures) {
    if (type !== 'query') continue;
    const names = (found[feature] ??= {});
    const database = declared ?? 'replica';
    names[database] = [...(names[database]?.split(' ') ?? []), procedure].toSorted().join(' ');
  }
  expect(found).toEqual(reads);
});

test('mutations and subscriptions declare none: they use the primary', () => {
  const others = procedures.filter(({ type }) => type !== 'query');
  expect(others.length).toBeGreaterThan(50);
  expect(others.filter(({ reads: declared }) => declared !== undefined)).toEqual([]);
});
