import { TRPCError } from '@trpc/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccessTokenScope, accessTokenScopes } from '#db/tables/access-tokens.ts';
import { Refusal } from '../errors.ts';
import { operationsOf, proceduresOf } from '../rest/operations.ts';
import { appRouter } from '../router.ts';
import { setUpWorld } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import type { Meta } from '../trpc.ts';

/*
 * What a token needs for each procedure. Written out here, and not read from the procedures, so that a new one, or
 * one whose meta is lost, is noticed.
 */

type Area = 'plain' | 'messages' | 'administration' | 'both' | 'session';

/** Features whose procedures are all alike, and those that differ. */
const areas: Record<string, Area | ({ others: Area } & Record<string, Area>)> = {
  accessTokens: 'session',
  accounts: { others: 'session', me: 'plain', emailExists: 'plain' },
  blocks: 'messages',
  calendar: { others: 'session', ofUser: 'plain', address: 'plain' },
  connections: 'plain',
  connectivities: { others: 'messages', byUser: 'plain' },
  conversations: 'messages',
  cultivations: { others: 'administration', message: 'both', messagePrice: 'both' },
  dashboard: 'plain',
  endorsements: 'plain',
  events: { others: 'both', head: 'plain' },
  feedback: 'plain',
  feeds: 'plain',
  follows: 'plain',
  friendships: 'plain',
  invitations: 'administration',
  lookups: 'plain',
  mapAreas: 'plain',
  memberships: { others: 'administration', members: 'plain' },
  notifications: 'plain',
  places: 'plain',
  posts: 'plain',
  profiles: 'plain',
  prospects: 'administration',
  reminders: 'plain',
  schedulers: 'plain',
  search: 'plain',
  shares: 'plain',
  socialMedia: {
    others: 'session',
    overview: 'administration',
    connectionInfo: 'administration',
    template: 'administration',
    saveTemplate: 'administration',
    facebookAccount: 'administration',
    facebookInfo: 'administration',
    facebookPages: 'administration',
    selectedFacebookPage: 'administration',
    selectFacebookPage: 'administration',
    linkedInAccount: 'administration',
    twitterAccount: 'administration',
    retry: 'administration',
    retryRemoval: 'administration',
    forgetRemoval: 'administration',
  },
  wallet: 'plain',
  webhooks: { others: 'administration', create: 'session', rotateSecret: 'session' },
};

const beside: Record<Exclude<Area, 'session'>, AccessTokenScope[]> = {
  plain: [],
  messages: ['messages'],
  administration: ['administration'],
  both: ['messages', 'administration'],
};

const world = setUpWorld();
let carol: Person;
let alice: Person;
beforeAll(async () => {
  alice = await world.individual('alice');
  carol = await world.organization('carol');
});

const tokens = new Map<string, Promise<Person>>();
/** A person who calls with a token of these scopes. */
function caller(person: Person, scopes: readonly AccessTokenScope[]): Promise<Person> {
  const key = `${person._id} ${scopes.join()}`;
  const known =
    tokens.get(key) ??
    // A token needs one of them, and those that need nothing else have no other twin.
    world
      .as(person)
      .accessTokens.create({ name: scopes.join(), scopes: [...scopes] })
      .then(({ token }) => ({ ...person, token }));
  tokens.set(key, known);
  return known;
}

/** Why a procedure is rejected for a token; undefined where it is not, or only for its input. */
async function refusal(name: string, as: Person): Promise<{ code: string; reason: string } | undefined> {
  const controller = new AbortController();
  const [feature = '', procedure = ''] = name.split('.');
  const api = world.as(as, { signal: controller.signal }) as unknown as Record<
    string,
    Record<string, (input: object) => Promise<unknown>>
  >;
  try {
    await api[feature]?.[procedure]?.({});
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, reason: error.reason };
    if (error instanceof TRPCError) return { code: error.code, reason: error.message };
    throw error;
  } finally {
    controller.abort();
  }
  return undefined;
}

const procedures = Object.entries(proceduresOf(appRouter)).map(([name, { _def }]) => {
  const [feature = '', procedure = ''] = name.split('.');
  const of = areas[feature];
  const area = typeof of === 'object' ? (of[procedure] ?? of.others) : of;
  const base = _def.type === 'mutation' ? ('write' as const) : ('read' as const);
  const person = () => ((_def.meta as Meta).caller === 'organization' ? carol : alice);
  return { name, area, base, person };
});

test('every feature has its line, and every line a feature', () => {
  const features = new Set(procedures.map(({ name }) => name.split('.')[0]));
  expect([...features].toSorted()).toEqual(Object.keys(areas).toSorted());
  const named = Object.entries(areas).flatMap(([feature, of]) =>
    typeof of === 'object' ? Object.keys(of).map((procedure) => `${feature}.${procedure}`) : [],
  );
  const known = new Set(procedures.map(({ name }) => name));
  expect(named.filter((name) => !name.endsWith('.others') && !known.has(name))).toEqual([]);
});

describe.each(procedures.filter(({ area }) => area !== 'session'))(
  '$name',
  ({ name, area, base, person }) => {
    const needed: AccessTokenScope[] = [base, ...beside[area as Exclude<Area, 'session'>]];

    test.each(needed)(`is rejected without %s`, async (missing) => {
      const scopes = accessTokenScopes.filter((scope) => scope !== missing);
      expect(await refusal(name, await caller(person(), scopes))).toEqual({
        code: 'FORBIDDEN',
        reason: 'scope-missing',
      });
    });

    test(`is allowed with ${needed.join(' and ')} alone`, async () => {
      expect(['FORBIDDEN', 'UNAUTHORIZED']).not.toContain(
        (await refusal(name, await caller(person(), needed)))?.code,
      );
    });
  },
);

describe.each(procedures.filter(({ area }) => area === 'session'))('$name', ({ name, person }) => {
  test('is rejected with every scope', async () => {
    expect(await refusal(name, await caller(person(), accessTokenScopes))).toEqual({
      code: 'FORBIDDEN',
      reason: 'session-required',
    });
  });
});

describe('what protects an account', () => {
  /** Of the accounts, all but what only reads. */
  const secured = operationsOf(appRouter).filter(
    ({ name, meta, procedure }) =>
      (/^(?:accounts|accessTokens)\./.test(name) &&
        (procedure._def.type === 'mutation' || !name.startsWith('accounts.'))) ||
      meta.secret !== undefined,
  );

  test('is more than nothing', () => expect(secured.length).toBeGreaterThan(8));

  test.each(secured)('$method $path says that a token cannot do it', async ({ method, path }) => {
    const as = await caller(alice, accessTokenScopes);
    const address = `/api${path.replaceAll(/\{[^}]+\}/g, '00000000-0000-7000-8000-000000000000')}`;
    const hasBody = method === 'POST' || method === 'PUT';
    expect(await world.request(address, { method, as, ...(hasBody && { body: {} }) })).toMatchObject({
      status: 403,
      message: 'An access token cannot do this. Sign in with a password instead.',
      data: null,
    });
  });
});

describe('over REST', () => {
  test('the response names the scopes that are missing', async () => {
    const as = await caller(alice, ['write']);
    const id = alice._id;
    expect(await world.request(`/api/conversations/user/${id}`, { as })).toMatchObject({
      status: 403,
      message: 'This access token lacks the scopes read and messages.',
    });
    const reader = await caller(alice, ['read', 'messages']);
    expect(await world.request(`/api/conversations/user/${id}`, { as: reader })).toMatchObject({
      status: 200,
    });
  });

  test('the API document says what each call needs', async () => {
    const { paths } = (await (await world.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    expect(paths['/conversations/message']?.['post']).toMatchObject({
      'x-access-token-scopes': ['write', 'messages'],
      description: expect.stringContaining('needs the scopes `write` and `messages`'),
    });
    expect(paths['/access-tokens']?.['post']).toMatchObject({
      'x-access-token-scopes': [],
      description: expect.stringContaining('Personal access tokens cannot call this.'),
    });
  });
});

describe('addresses that are no procedures', () => {
  const none = '00000000-0000-7000-8000-000000000000';
  test.each<[string, string, AccessTokenScope[], number]>([
    ['GET', `/api/files/${none}`, ['read', 'messages'], 404],
    ['POST', '/api/uploads', ['write', 'messages'], 201],
    ['GET', '/api/posts/all-posts.csv', ['read'], 200],
    ['GET', `/api/posts/${none}/calendar.ics`, ['read'], 404],
    ['GET', `/api/cultivations/${none}/users.csv`, ['read', 'administration'], 404],
    ['GET', '/api/memberships/memberships.csv', ['read', 'administration'], 200],
    ['GET', '/api/prospects/notes.csv', ['read', 'administration'], 200],
  ])('%s %s needs %j', async (method, path, needed, status) => {
    const call = async (scopes: readonly AccessTokenScope[]) => {
      const { token } = await caller(carol, scopes);
      const { status: answered } = await world.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method === 'POST' && {
            'tus-resumable': '1.0.0',
            'upload-length': '4',
            'upload-metadata': `filename ${btoa('a.txt')},kind ${btoa('file')}`,
          }),
        },
      });
      return answered;
    };
    expect(await call(needed)).toBe(status);
    for (const missing of needed)
      expect(await call(accessTokenScopes.filter((scope) => scope !== missing)), missing).toBe(403);
  });
});
