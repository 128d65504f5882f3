import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '#db/database.ts';
import { networkNames } from '#db/tables/social-media.ts';
import { insertAccount } from '#server/accounts/accounts.queries.ts';
import { sealCredentials } from '#server/social-media/connections.ts';
import type { NetworkGrant } from '#server/social-media/networks.ts';
import { openNetworks, type TestNetworks } from '#server/testing/networks.ts';
import { type PublishingOptions, type Scheduled, schedulePosts } from './publishing.ts';
import { workAmongDeaths } from './workers.ts';

export type SharingOptions = Omit<PublishingOptions, 'creatorIds'> & {
  /** How many organizations, at most 16, each with accounts of its own. */
  organizations: number;
};

/** What became of posts at all networks. */
export interface Shared {
  /** Posts times networks. */
  expected: number;
  posted: number;
  failed: number;
  /** Neither posted nor failed when nothing more happened. */
  waiting: number;
  /** That are said to be posted and are not there exactly once, or failed and are there all the same. */
  wrong: number;
  /** That were at a network before their time. */
  early: number;
  seconds: number;
}

/**
 * Schedules posts for one moment, to be shared at three networks whose responses get lost, which fail, and which take no
 * calls for a while, by processes some of which are killed. Resolves to what became of them when all is done, or when it
 * stands still.
 */
export async function shareAmongDeaths(options: SharingOptions): Promise<Shared> {
  const { db, posts, organizations, ...team } = options;
  const networks = await openNetworks(5_000);
  const begun = performance.now();
  try {
    const creatorIds = await connectAll(db, networks, organizations);
    await breakAll(networks);
    const expected = posts * networkNames.length;
    const sharing = { facebook: everything, twitter: everything, linkedIn: everything };
    const { scheduled } = await workAmongDeaths({ ...team, environment: networks.environment }, async () => ({
      scheduled: await schedulePosts(db, creatorIds, posts, sharing),
      countLeft: async () => expected - (await countSettled(db)),
    }));
    return { ...(await readShared(db, networks, scheduled)), seconds: (performance.now() - begun) / 1000 };
  } finally {
    await networks.close();
  }
}

const everything = { sharePost: true, description: '' };

/** Organizations that are connected at each network. */
async function connectAll(db: Db, networks: TestNetworks, count: number): Promise<string[]> {
  const settings = { publicUrl: 'https://gatherwell.test', tokenKeys: networks.tokenKeys };
  const creatorIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const id = uuid();
    const email = `organization-${id}@example.org`;
    const createdAt = new Date();
    const account = { id, userType: 'organization', email, passwordHash: '', createdAt, coins: 0 } as const;
    await db.transaction().execute((trx) => insertAccount(trx, account));
    await db
      .updateTable('organizations')
      .set({ name: `Organization ${index}` })
      .where('user_id', '=', id)
      .execute();
    for (const network of networkNames) {
      const { account: there, credentials, expiresAt } = await logIn(networks, network, index);
      const page = network === 'facebook' ? String(2100 + index) : null;
      await db
        .insertInto('social_connections')
        .values({
          organization_id: id,
          network,
          credentials: await sealCredentials({ settings }, { ...credentials, organizationId: id, network }),
          expires_at: expiresAt,
          account_id: there.id,
          account_name: there.name,
          page_id: page,
          page_name: page,
          connected_at: createdAt,
        })
        .execute();
    }
    creatorIds.push(id);
  }
  return creatorIds;
}

async function logIn(
  { port, signIn }: TestNetworks,
  network: (typeof networkNames)[number],
  index: number,
): Promise<NetworkGrant> {
  const returnTo = 'https://gatherwell.test/';
  const login = { state: 'state', returnTo };
  const as = `organization-${index}`;
  const { facebook, twitter, 'linked-in': linkedIn } = port;
  if (!facebook || !twitter || !linkedIn) throw new Error('The stand-in has every network.');
  if (network === 'facebook') {
    const back = await signIn(facebook.loginAddress(login), as);
    return facebook.accept({ token: back.get('access_token') ?? '', userId: undefined });
  }
  if (network === 'linked-in') {
    const back = await signIn(linkedIn.loginAddress(login), as);
    return linkedIn.accept({ code: back.get('code') ?? '', returnTo });
  }
  const { token, secret } = await twitter.requestToken(returnTo);
  const back = await signIn(twitter.loginAddress(token), as);
  return twitter.accept({ token, secret, verifier: back.get('oauth_verifier') ?? '' });
}

/** What goes wrong at each network: so many calls lose their response, fail, are rejected, or come too often. */
async function breakAll(networks: TestNetworks): Promise<void> {
  for (const network of networkNames) {
    const fault = { network, times: 100_000 };
    await networks.break({ ...fault, call: 'post', fault: 'lose', every: 7 });
    await networks.break({ ...fault, call: 'post', fault: 'fail', every: 23 });
    await networks.break({ ...fault, call: 'post', fault: 'limit', every: 41, seconds: 1 });
    await networks.break({ ...fault, call: 'post', fault: 'refuse', every: 19 });
    await networks.break({ ...fault, call: 'posts', fault: 'fail', every: 11 });
  }
}

async function countSettled(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from network_posts where state <> 'waiting'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Compares what is said of the posts with what is at the networks. */
async function readShared(
  db: Db,
  networks: TestNetworks,
  { ids, dueAt }: Scheduled,
): Promise<Omit<Shared, 'seconds'>> {
  const there = new Map<string, number>();
  let early = 0;
  for (const { network, link, text, postedAt } of networks.posts) {
    const id = /details\/([0-9a-f-]{36})/.exec(`${link} ${text}`)?.[1] ?? '';
    const key = `${network} ${id}`;
    there.set(key, (there.get(key) ?? 0) + 1);
    if (Date.parse(postedAt) < dueAt.getTime()) early++;
  }
  const rows = await db
    .selectFrom('network_posts')
    .select(['post_id', 'network', 'state', 'reason'])
    .execute();
  const wrong = rows.filter(({ post_id, network, state, reason }) => {
    const count = there.get(`${network} ${post_id}`) ?? 0;
    // Of what is said to be open nobody knows.
    return state === 'posted' ? count !== 1 : count > (reason === 'open' ? 1 : 0);
  });
  const countOf = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
  const expected = ids.length * networkNames.length;
  const [posted, failed] = [countOf('posted'), countOf('failed')];
  return { expected, posted, failed, waiting: expected - posted - failed, wrong: wrong.length, early };
}
