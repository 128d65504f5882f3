import { beforeEach, describe, expect, test } from 'vitest';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { type CheckName, checks, countCutOff, judge, targets } from './checks.ts';
import {
  type Copy,
  type Evidence,
  interestKey,
  type MessageRecord,
  type Mutation,
  type Snapshot,
  toldToStop,
} from './evidence.ts';

const epoch = 'epoch';
const at = (seq: number) => ({ epoch, seq });
const alice = 'alice';

const mutation = (opId: string, order: number, rest: Partial<Mutation> = {}): Mutation => ({
  opId,
  userId: alice,
  by: "alice's browser",
  lane: 'post soup',
  order,
  sets: { target: targets.say('soup', 'liked'), value: order % 2 === 1 },
  state: 'done',
  responses: ['{"liked":true,"counts":{"a":1,"b":2}}'],
  ...rest,
});

const notification = (_id: string, minute: number) =>
  ({ _id, createdAt: `2026-11-21T10:0${minute}:00.000Z`, isRead: false }) as NotificationView;

const message = (id: string, seq: number, senderId: string, text: string): MessageRecord => ({
  id,
  conversationId: 'conversation',
  seq,
  senderId,
  receiverId: senderId === alice ? 'bob' : alice,
  text,
});

/** A message of alice's, as her browser remembers it. */
const written = (id: string, order: number) =>
  mutation(`send ${id}`, order, {
    lane: 'messages bob',
    sets: { target: targets.message(id), value: `alice ${order}` },
  });

let evidence: Evidence;
let copy: Copy;
let snapshot: Snapshot;

/** A run after which all is well: alice liked, took it back and liked again, in a browser with two tabs. */
beforeEach(() => {
  const interests = [{ userId: alice, liked: true, interested: false, going: false }];
  copy = {
    label: "alice's browser",
    userId: alice,
    cursor: at(6),
    outbox: [],
    posts: new Map([['soup', { interests, counts: { liked: 1, interested: 0, going: 0 } }]]),
    follows: new Map([['carol', true]]),
    notifications: new Map([['new', notification('new', 2)]]),
    unread: 2,
  };
  snapshot = {
    posts: new Map([['soup', { interests }]]),
    follows: new Map([['carol', true]]),
    notifications: new Map([
      ['new', notification('new', 2)],
      ['old', notification('old', 1)],
    ]),
    unread: 2,
  };
  evidence = {
    records: {
      epoch,
      heads: new Map([[alice, 6]]),
      events: ['one', 'two', 'three'].flatMap((opId, index) => [
        { userId: alice, seq: 2 * index + 1, type: 'post-interest', opId },
        { userId: alice, seq: 2 * index + 2, type: 'operation-done', opId },
      ]),
      operations: ['one', 'two', 'three', 'send first', 'send second', 'send third'].map((opId) => ({
        userId: alice,
        opId,
        response: '{"counts":{"b":2,"a":1},"liked":true}',
      })),
      miscounted: [],
      titles: ['Soup night', 'Tool swap'],
      interests: new Map([[interestKey(alice, 'soup'), { liked: true, interested: false, going: false }]]),
      follows: new Set(['alice carol']),
      messages: [
        message('first', 1, alice, 'alice 10'),
        message('second', 2, alice, 'alice 11'),
        message('reply', 3, 'bob', 'bob 1'),
        message('third', 5, alice, 'alice 12'),
        message('thanks', 6, 'bob', 'bob 2'),
      ],
      wallets: [
        { userId: alice, balance: 98, entered: 98, messages: 2 },
        { userId: 'bob', balance: 100, entered: 100, messages: 0 },
      ],
      misread: [],
    },
    mutations: [
      mutation('one', 1),
      mutation('two', 2, { responses: [] }),
      mutation('three', 3),
      mutation('four', 4, { state: 'withdrawn', responses: [] }),
      written('first', 10),
      written('second', 11),
      written('third', 12),
    ],
    followers: [
      {
        label: "alice's browser",
        userId: alice,
        steps: [
          { by: 'tab 1', from: undefined, to: at(1) },
          { by: 'tab 1', from: at(1), to: at(3) },
          { by: 'tab 2', from: at(3), to: at(6) },
        ],
        received: new Map([
          ['tab 1', [2, 3, 3]],
          ['tab 2', [2, 3, 4, 5, 6]],
        ]),
      },
    ],
    copies: [{ copy, snapshot }],
    shown: [{ where: 'tab 1', what: 'Like of “Soup night”', shows: 'pressed', is: 'pressed' }],
    pictures: [{ what: "alice's picture", found: 'hash', is: 'hash' }],
    leftovers: [],
    published: { posts: 100, waiting: 0, early: 0, unsure: 0, misinformed: 0, lateness: 1 },
    log: [
      { from: 'one', at: 1_000, level: 'info', message: toldToStop },
      { from: 'one', at: 31_000, level: 'warn', message: 'a database connection broke' },
      { from: 'one', at: 31_000, level: 'warn', message: 'answered', status: 503 },
      {
        from: 'one',
        at: 32_000,
        level: 'error',
        message: "Failed to fail jobs '27':\nerror: the database system is starting up",
      },
      {
        from: 'one',
        at: 6_000,
        level: 'error',
        message: 'procedure failed',
        error: 'Error Cannot use a pool after calling end on the pool',
      },
      {
        from: 'one',
        at: 90_000,
        level: 'warn',
        message: 'other processes could not be told of new events',
        error: 'Error Connection terminated due to connection timeout',
      },
      { from: 'two', at: 91_000, level: 'warn', message: 'a read replica is left out' },
    ],
    hurts: [30_000],
    overloads: [],
    errors: [],
    restless: [],
    stale: [],
    cutOffs: [],
  };
});

/** Names of the checks that find something. */
const alarmed = () =>
  Object.entries(judge(evidence)).flatMap(([name, found]) => (found.length > 0 ? [name] : []));

test('where all is well, no check finds anything', () => {
  expect(judge(evidence)).toEqual(Object.fromEntries(Object.keys(checks).map((name) => [name, []])));
});

/** Logged where PgBouncer has no database, which it may say while that is hurt. */
const poolerAlone = {
  from: 'one',
  at: 31_000,
  level: 'error',
  message: 'work in the background failed',
  error: 'error 08P01 server conn crashed?',
};

/** Each does one kind of damage, which its check must find. */
const damages: Record<CheckName, Record<string, () => void>> = {
  'no event is lost': {
    'a number is missing in the log': () => void evidence.records.events.splice(2, 1),
    'the log ends before its head': () => void evidence.records.heads.set(alice, 7),
    'a cursor moves over an event that never came': () =>
      void evidence.followers[0]?.received.set('tab 2', [4, 6]),
    'somebody stops before the end': () => void evidence.followers[0]?.steps.pop(),
    'somebody never began': () => void evidence.followers[0]?.steps.splice(0),
    'somebody follows another log': () =>
      void evidence.followers[0]?.steps.push({
        by: 'tab 1',
        from: undefined,
        to: { epoch: 'other', seq: 6 },
      }),
    'a copy stays behind': () => {
      copy.cursor = at(5);
    },
  },
  'no event is applied twice': {
    'two tabs apply the same events': () =>
      void evidence.followers[0]?.steps.splice(2, 1, { by: 'tab 2', from: at(2), to: at(6) }),
    'a cursor goes back': () =>
      void evidence.followers[0]?.steps.push(
        { by: 'tab 2', from: at(6), to: at(4) },
        {
          by: 'tab 2',
          from: at(4),
          to: at(6),
        },
      ),
    'the log tells a write twice': () => {
      evidence.records.events.push({ userId: alice, seq: 7, type: 'operation-done', opId: 'three' });
    },
  },
  'no write has two effects': {
    'a counter counted twice': () => void evidence.records.miscounted.push('soup'),
    'a post was made twice': () => void evidence.records.titles.push('Soup night'),
    'a write got two different responses': () =>
      void evidence.mutations[0]?.responses.push('{"liked":false}'),
    'a write got another response than the stored one': () => {
      evidence.mutations[2] = mutation('three', 3, { responses: ['{"liked":false}'] });
    },
  },
  'no mutation is lost': {
    'the server forgot what it acknowledged': () => void evidence.records.operations.pop(),
    'a browser forgot what was never done': () =>
      void evidence.mutations.push(mutation('five', 5, { state: 'lost', responses: [] })),
  },
  'mutations in one lane keep their order': {
    'a later mutation was done first': () => {
      evidence.mutations[0] = mutation('three', 1);
      evidence.mutations[2] = mutation('one', 3);
    },
  },
  'the last word counts': {
    'a post is not liked any more': () => evidence.records.interests.clear(),
    'somebody is followed who was left': () =>
      void evidence.mutations.splice(
        2,
        1,
        mutation('three', 3, { sets: { target: targets.follow('carol'), value: false } }),
      ),
    'a post was never published': () =>
      void evidence.mutations.splice(
        2,
        1,
        mutation('three', 3, { sets: { target: targets.publish('three'), value: 'Gone' } }),
      ),
  },
  'no message is lost': {
    'one is missing': () => void evidence.records.messages.splice(1, 1),
    'one says something else': () => {
      evidence.records.messages[1] = message('second', 2, alice, 'alice 10');
    },
    'one is missing that its browser has forgotten': () => {
      evidence.records.messages.splice(3, 1);
      evidence.mutations.splice(-1, 1, { ...written('third', 12), state: 'lost' });
    },
  },
  'no message is there twice': {
    'one is stored under another id, too': () =>
      void evidence.records.messages.push(message('again', 7, alice, 'alice 12')),
  },
  'messages keep their order': {
    'one stands behind all others, and behind one of which nobody knows': () => {
      evidence.records.messages[0] = message('unknown', 7, alice, 'alice 9');
      evidence.records.messages.push(message('first', 8, alice, 'alice 10'));
    },
    'two of one sender are exchanged': () => {
      evidence.records.messages[1] = message('third', 2, alice, 'alice 12');
      evidence.records.messages[3] = message('second', 5, alice, 'alice 11');
    },
  },
  'unread messages are counted': {
    'a badge is wrong': () => void evidence.records.misread.push(alice),
  },
  'coins are exact': {
    'a message was paid for twice': () => {
      evidence.records.wallets[0] = { userId: alice, balance: 97, entered: 97, messages: 3 };
    },
    'a message was not paid for': () => {
      evidence.records.wallets[0] = { userId: alice, balance: 99, entered: 99, messages: 1 };
    },
    'a message was paid for after they were connected': () => {
      evidence.records.wallets[1] = { userId: 'bob', balance: 99, entered: 99, messages: 1 };
    },
    'a wallet has more than its entries say': () => {
      evidence.records.wallets[0] = { userId: alice, balance: 99, entered: 98, messages: 2 };
    },
    'a wallet is below zero': () => {
      evidence.records.wallets[0] = { userId: alice, balance: -1, entered: -1, messages: 2 };
    },
  },
  'scheduled posts go out once, and are announced once': {
    'one did not go out': () => {
      evidence.published.waiting = 1;
    },
    'one went out early': () => {
      evidence.published.early = 1;
    },
    'one went out twice': () => {
      evidence.published.unsure = 1;
    },
    'a follower was told twice': () => {
      evidence.published.misinformed = 1;
    },
  },
  'pictures are there as they were sent': {
    'one is another': () => {
      evidence.pictures = [{ what: "alice's picture", found: 'other', is: 'hash' }];
    },
  },
  'nothing is stored that no message names': {
    'a file has no row': () => void evidence.leftovers.push({ key: 'private/one', storedAt: 101_000 }),
  },
  'copies are as the server would make them': {
    'a post is liked in the copy only': () => void snapshot.posts.set('soup', { interests: [] }),
    'a follow is missing': () => void copy.follows.set('carol', false),
    'a notification is missing': () => void snapshot.notifications.set('newer', notification('newer', 3)),
    'a notification says something else': () => {
      copy.notifications.set('new', { ...notification('new', 2), isRead: true });
    },
    'a notification is gone': () => void snapshot.notifications.delete('new'),
    'the badge is wrong': () => {
      copy.unread = 3;
    },
  },
  'screens show what is so': {
    'a button is not pressed': () => {
      evidence.shown = [{ where: 'tab 1', what: 'Like', shows: 'not pressed', is: 'pressed' }];
    },
  },
  'nothing is left to be sent': {
    'a mutation waits in a local cache': () => void copy.outbox.push({ opId: 'five', state: 'waiting' }),
    'a mutation has no response': () => void evidence.mutations.push(mutation('five', 5, { state: 'open' })),
    'a mutation was rejected': () => void evidence.mutations.push(mutation('five', 5, { state: 'rejected' })),
  },
  'nobody acts as somebody else': {
    "alice's mutation was done as bob": () => {
      const [first] = evidence.records.operations;
      if (first) first.userId = 'bob';
    },
  },
  'everybody comes to rest': {
    'somebody does not': () => void evidence.restless.push('alice is not at rest'),
  },
  'everybody reads what they wrote': {
    'a read is older than a write of its reader': () =>
      void evidence.stale.push({ opId: 'three', text: 'alice read an old page' }),
  },
  'servers say nothing unexpected': {
    'an error within a request, also while the database is away': () =>
      void evidence.log.push({ from: 'one', at: 31_000, level: 'error', message: 'request failed' }),
    'a broken connection while nobody hurt the database': () =>
      void evidence.log.push({
        from: 'one',
        at: 90_000,
        level: 'warn',
        message: 'a database connection broke',
      }),
    'a replica that is left out while nothing was hurt or slow': () =>
      void evidence.log.push({
        from: 'one',
        at: 120_000,
        level: 'warn',
        message: 'a read replica is left out',
      }),
    'work that is cut short where nobody stopped the process': () =>
      void evidence.log.push({
        from: 'two',
        at: 6_000,
        level: 'error',
        message: 'procedure failed',
        error: 'Error Cannot use a pool after calling end on the pool',
      }),
    'a protocol that broke, also while the database is away': () =>
      void evidence.log.push({
        from: 'one',
        at: 31_000,
        level: 'error',
        message: 'procedure failed',
        error: 'error 08P01 insufficient data left in message',
      }),
    'a pooler without its database while nobody hurt it': () =>
      void evidence.log.push({ ...poolerAlone, at: 90_000 }),
    'a process that ends by itself': () =>
      void evidence.log.push({
        from: 'one',
        at: 31_000,
        level: 'fatal',
        message: 'ended by itself with code 7',
      }),
  },
  'browsers and people notice nothing': {
    'an exception in a page': () => void evidence.errors.push("alice's page: TypeError"),
  },
};

describe.each(Object.entries(damages))('%s', (name, ways) => {
  test.each(Object.entries(ways))('is alarmed: %s', (_, damage) => {
    damage();
    expect(alarmed()).toContain(name);
  });
});

describe('a failover that nobody waited for', () => {
  const opId = 'send third';
  const stale = { opId, text: 'alice read an old page' };

  /** The new primary lacks alice's third message, which was acknowledged at some time. */
  const lose = (settledAt: number) => {
    evidence.cutOffs = [{ from: 100_000, to: 103_000 }];
    evidence.mutations.splice(-1, 1, { ...written('third', 12), settledAt });
    evidence.records.operations.pop();
    evidence.records.messages.splice(3, 1);
    evidence.stale.push(stale);
  };

  test.each([100_000, 103_000, 104_000])(
    'loses what was acknowledged at %i, which is counted',
    (settledAt) => {
      lose(settledAt);
      expect(alarmed()).toEqual([]);
      expect(countCutOff(evidence)).toBe(1);
    },
  );

  test.each([98_000, 120_000])('loses nothing that was acknowledged at %i', (settledAt) => {
    lose(settledAt);
    expect(alarmed()).toEqual([
      'no mutation is lost',
      'no message is lost',
      'everybody reads what they wrote',
    ]);
    expect(countCutOff(evidence)).toBe(0);
  });

  test('lets a write be done anew whose twin was under way, which is counted', () => {
    const twice = mutation('three', 3, { responses: ['{"liked":false}'], settledAt: 101_000 });
    evidence.mutations[2] = twice;
    expect(alarmed()).toEqual(['no write has two effects']);
    evidence.cutOffs = [{ from: 100_000, to: 103_000 }];
    expect(alarmed()).toEqual([]);
    expect(countCutOff(evidence)).toBe(1);
  });

  test('leaves files whose rows it lost, and no others', () => {
    evidence.cutOffs = [{ from: 100_000, to: 103_000 }];
    evidence.leftovers = [{ key: 'private/one', storedAt: 101_000 }];
    expect(alarmed()).toEqual([]);
    evidence.leftovers = [{ key: 'private/two', storedAt: 90_000 }];
    expect(alarmed()).toEqual(['nothing is stored that no message names']);
  });

  test('does not excuse a read that misses what is there', () => {
    evidence.cutOffs = [{ from: 100_000, to: 103_000 }];
    evidence.mutations.splice(-1, 1, { ...written('third', 12), settledAt: 101_000 });
    evidence.stale.push(stale);
    expect(alarmed()).toEqual(['everybody reads what they wrote']);
    expect(countCutOff(evidence)).toBe(0);
  });
});

describe('what is no damage', () => {
  test.each([
    'server conn crashed?',
    'server connection closed',
    'server login has been failing, try again later (server_login_retry)',
    'query_wait_timeout',
    'invalid server parameter',
  ])('a pooler that says “%s” while its database is away', (words) => {
    evidence.log.push({ ...poolerAlone, error: `error 08P01 ${words}` });
    expect(alarmed()).toEqual([]);
  });

  test('a Redis that is as slow as everything else, and no other', () => {
    const silent = {
      from: 'two',
      level: 'warn',
      message: 'Redis does not respond; each process counts attempts',
    };
    evidence.log.push({ ...silent, at: 91_000 });
    expect(alarmed()).toEqual([]);
    evidence.log.push({ ...silent, at: 200_000 });
    expect(alarmed()).toEqual(['servers say nothing unexpected']);
  });

  test('a replica that is left out while the machine holds a server, and no other', () => {
    const leftOut = { from: 'two', level: 'warn', message: 'a read replica is left out' };
    evidence.log.push({ from: 'one', at: 199_000, level: 'warn', message: 'the event loop was held' });
    evidence.log.push({ ...leftOut, at: 200_000 });
    expect(alarmed()).toEqual([]);
    evidence.log.push({ ...leftOut, at: 300_000 });
    expect(alarmed()).toEqual(['servers say nothing unexpected']);
  });

  test.each([
    'Redis does not respond; each process counts',
    'the doorbell does not listen at Redis; it polls',
  ])('“%s” while the machine has too much to do, and not while it has little', (message) => {
    const lament = { from: 'two', level: 'warn', message };
    evidence.overloads.push({ at: 201_000 });
    evidence.log.push({ ...lament, at: 200_000 });
    expect(alarmed()).toEqual([]);
    evidence.log.push({ ...lament, at: 300_000 });
    expect(alarmed()).toEqual(['servers say nothing unexpected']);
  });

  test.each([
    ['a store of files that is away', 'MediaUnavailable The bucket cannot be reached.'],
    [
      'a commit that no standby has confirmed',
      'UnconfirmedCommit No synchronous replica has confirmed the transaction.',
    ],
  ])('%s, while there is one that may be away', (_what, error) => {
    evidence.log.push({ ...poolerAlone, error });
    expect(alarmed()).toEqual([]);
    evidence.log.push({ ...poolerAlone, error, at: 90_000 });
    expect(alarmed()).toEqual(['servers say nothing unexpected']);
  });

  test('a batch that comes twice, to one tab or to several, and is applied once', () => {
    evidence.followers[0]?.received.set('tab 1', [2, 3, 2, 3, 4, 5, 6]);
    expect(alarmed()).toEqual([]);
  });

  test('a local cache that is made anew, whatever it had before', () => {
    evidence.followers[0]?.steps.push({ by: 'tab 1', from: undefined, to: at(6) });
    expect(alarmed()).toEqual([]);
  });

  test('events that a tab applied which was killed before it could report them', () => {
    evidence.followers[0]?.steps.splice(1, 1);
    expect(alarmed()).toEqual([]);
  });

  test('two programs that set the same thing: whichever was last', () => {
    evidence.records.interests.clear();
    evidence.mutations[0] = mutation('one', 1, { by: "alice's program" });
    expect(judge(evidence)['the last word counts']).toEqual([]);
  });

  test('what a tab that was not heard may have set after what is known', () => {
    evidence.records.interests.clear();
    const wrong = () => judge(evidence)['the last word counts'].length;
    for (const one of evidence.mutations) one.mayBeOvertaken = true;
    expect(wrong()).toBe(1);
    const unreported = { userId: alice, opId: 'unreported', response: '{}' };
    evidence.records.operations.push(unreported);
    expect(wrong()).toBe(0);
    // What was set after that tab had gone counts.
    evidence.records.operations.push({ ...unreported, opId: 'nine' });
    evidence.mutations.push(mutation('nine', 9));
    expect(wrong()).toBe(1);
  });

  test('an order among two users of one browser: each log counts for itself', () => {
    evidence.records.events.push({ userId: 'bob', seq: 1, type: 'operation-done', opId: "bob's" });
    evidence.mutations.push(mutation("bob's", 9, { userId: 'bob' }));
    expect(judge(evidence)['mutations in one lane keep their order']).toEqual([]);
  });

  test('the oldest part of a log that became long', () => {
    evidence.records.heads.set(alice, 6_000);
    evidence.records.events = Array.from({ length: 5_000 }, (_, index) => ({
      userId: alice,
      seq: 1_001 + index,
      type: 'feed-newer',
      opId: null,
    }));
    evidence.followers = [];
    copy.cursor = at(6_000);
    expect(judge(evidence)['no event is lost']).toEqual([]);
  });
});
