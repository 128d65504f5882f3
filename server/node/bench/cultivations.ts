import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '#db/database.ts';
import { findNextListed, updateSortKeys } from '#server/cultivations/sort-keys.queries.ts';
import type { UserColumn } from '#server/cultivations/user-columns.schema.ts';
import { Problem } from '../problem.ts';
import { type Contender, median, race, ratio } from './load.ts';
import type { Popular } from './stage.ts';
import { digits, type Figure } from './table.ts';
import type { PeoplePage } from './yardstick/people.ts';

/** The share of the yardstick's speed that the server is to reach, and what may be slower among ten times as many. */
const goals = { speed: { least: 0.5 }, growth: { most: 1.3 } };

/** So many requests in so many milliseconds: one user may send 1,200 in a minute. */
const options = { rounds: 5, requests: 20, connections: 4 };
const questionMs = 7_000;

/** The columns as documented, and where the order is stored. */
const columns = {
  name: 'sort_name',
  totalInteractions: 'interactions',
  lastLiked: 'last_liked',
  lastInterested: 'last_interested',
  lastGoing: 'last_going',
  follows: 'follows',
  endorses: 'endorses',
  invited: 'invited',
} as const satisfies Partial<Record<UserColumn, string>>;

/** An organization with a list of all its followers. */
interface Site extends Popular {
  listId: string;
}

/** One page, as the server and as the yardstick are asked for it. */
interface Question {
  what: string;
  path: string;
  yardstick: PeoplePage;
}

/** A list of everybody who follows, beside the same in one prepared statement, and beside a list with a tenth. */
export async function measureCultivations(popular: [Popular, Popular]): Promise<Figure[]> {
  const [few, many] = [await fillList(popular[0]), await fillList(popular[1])];
  const figures: Figure[] = [];
  for (const ask of [
    ...(Object.keys(columns) as (keyof typeof columns)[]).flatMap((column) => [
      (site: Site) => firstPage(site, column),
      (site: Site) => laterPage(site, column),
    ]),
    search,
  ])
    figures.push(...(await measure(few, many, ask)));
  return [...figures, await measureFile(few, many)];
}

async function measure(few: Site, many: Site, ask: (site: Site) => Promise<Question>): Promise<Figure[]> {
  const [among, amongMany] = [await ask(few), await ask(many)];
  await checkSame(few, among);
  await checkSame(many, amongMany);
  const began = performance.now();
  const rates = await race(
    {
      yardstick: {
        url: many.yardstick,
        requests: () => [{ path: `/people/${encodeURIComponent(JSON.stringify(amongMany.yardstick))}` }],
      },
      many: askServer(many, amongMany.path),
      few: askServer(few, among.path),
    },
    options,
  );
  await sleep(Math.max(0, began + questionMs - performance.now()));
  const memory = await many.memory();
  return [
    {
      what: `${amongMany.what}, of ${many.followers} people`,
      ratio: ratio(rates.many, rates.yardstick),
      goal: goals.speed,
      measured: `${digits(median(rates.many))} of ${digits(median(rates.yardstick))} requests/s`,
      memory,
    },
    {
      what: `the same, by ${few.followers}`,
      ratio: ratio(rates.few, rates.many),
      goal: goals.growth,
      measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} requests/s`,
      memory,
    },
  ];
}

const pathOf = (listId: string, input: object) =>
  `/api/trpc/cultivations.byId?input=${encodeURIComponent(JSON.stringify({ id: listId, ...input }))}`;

async function firstPage({ listId }: Site, sort: keyof typeof columns): Promise<Question> {
  const yardstick = { listId, column: columns[sort] };
  return { what: `a list by ${sort}, its first page`, path: pathOf(listId, { sort }), yardstick };
}

/** So far into the list that there are pages enough on both sides. */
const laterPageNumber = 9;

async function laterPage(site: Site, sort: keyof typeof columns): Promise<Question> {
  const { listId } = site;
  let next: { page: number; cursor: string | null } = { page: 1, cursor: null };
  while (next.page < laterPageNumber) {
    const { pages } = (await read(site.server + pathOf(listId, { sort, ...next }), site)) as Page;
    const last = pages.at(-1);
    if (!last || last.page <= next.page) throw new Problem('The list has too few pages.');
    next = last;
  }
  const { page, cursor } = next;
  const [id = '', key = ''] = [cursor?.slice(0, 36), cursor?.slice(37)];
  return {
    what: `a list by ${sort}, page ${page}`,
    path: pathOf(listId, { sort, page, cursor }),
    yardstick: { listId, column: columns[sort], from: { key, id, page } },
  };
}

/** Finds as many among many as among few: see `fillList`. */
async function search({ listId }: Site): Promise<Question> {
  return {
    what: 'a list by name, searched for 40 people by a name',
    path: pathOf(listId, { sort: 'name', search: 'zepp' }),
    yardstick: { listId, column: 'sort_name', search: `'zepp':*` },
  };
}

interface Page {
  pages: { page: number; cursor: string | null }[];
}

async function read(url: string, { organization }: Pick<Site, 'organization'>): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${organization.token}` } });
  if (!response.ok) throw new Problem(`${url} answered ${response.status}.`);
  return (await response.json()).result.data;
}

const askServer = ({ server, organization }: Site, path: string): Contender => ({
  url: server,
  requests: () => [{ path, headers: { authorization: `Bearer ${organization.token}` } }],
});

/** Throws where the yardstick does not do the same work. */
async function checkSame(site: Site, { what, path, yardstick }: Question): Promise<void> {
  const ours = await read(site.server + path, site);
  const theirs = await read(
    `${site.yardstick}/people/${encodeURIComponent(JSON.stringify(yardstick))}`,
    site,
  );
  if (!isDeepStrictEqual(ours, theirs))
    throw new Problem(
      `The yardstick's page is not what the server returns (${what}):\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`,
    );
}

/** How many rows of the file come in a second, of many people by of few. */
async function measureFile(few: Site, many: Site): Promise<Figure> {
  const rates: Record<'few' | 'many', number[]> = { few: [], many: [] };
  for (let round = 0; round < 3; round++) {
    rates.few.push(await rowsPerSecond(few));
    rates.many.push(await rowsPerSecond(many));
  }
  return {
    what: `rows of the file of ${many.followers} people, by ${few.followers}`,
    ratio: ratio(rates.few, rates.many),
    goal: goals.growth,
    measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} rows/s`,
    memory: await many.memory(),
  };
}

async function rowsPerSecond({ server, listId, followers, organization }: Site): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${server}/api/cultivations/${listId}/users.csv`, {
    headers: { authorization: `Bearer ${organization.token}` },
  });
  const lines = (await response.text()).trimEnd().split('\r\n').length - 1;
  if (lines !== followers) throw new Problem(`The file has ${lines} rows.`);
  return (lines / (performance.now() - began)) * 1000;
}

/**
 * Puts everybody on a list, and lets them do different things: two thirds follow, a fifth were invited, and everybody
 * reacts twenty times.
 */
async function fillList(popular: Popular): Promise<Site> {
  const { db, organization } = popular;
  const listId = uuid();
  const batchId = uuid();
  await db.transaction().execute(async (trx) => {
    await sql`insert into cultivations (id, creator_id, title, description, created_at)
      values (${listId}, ${organization.id}, 'Regulars', '', now())`.execute(trx);
    await sql`create temporary table person on commit drop as
      select user_id as id, row_number() over (order by user_id) as n from individuals`.execute(trx);
    await sql`update individuals set last_name = 'Zeppelin ' || n from person where user_id = person.id and n <= 40`.execute(
      trx,
    );
    await sql`update post_interests set interested_at = liked_at - interval '1 hour' where liked_at is not null`.execute(
      trx,
    );
    await sql`delete from follows using person where follower_id = person.id and n % 3 = 0`.execute(trx);
    await sql`insert into follow_invitation_batches (id, organization_id, message, created_at, total, cost)
      values (${batchId}, ${organization.id}, 'Hello', now(), 1, 0)`.execute(trx);
    await sql`insert into follow_invitations (organization_id, invitee_id, batch_id, created_at)
      select ${organization.id}, id, ${batchId}, now() - interval '90 days' from person where n % 5 = 0`.execute(
      trx,
    );
    await sql`insert into cultivation_users (cultivation_id, user_id, added_at, sort_name)
      select ${listId}, person.id, now() - person.n * interval '1 second', lower(first_name || ' ' || last_name)
      from person join individuals i on i.user_id = person.id`.execute(trx);
  });
  await sql`vacuum (analyze)`.execute(db);
  await sort(db, listId, organization.id);
  await sql`vacuum (analyze)`.execute(db);
  return { ...popular, listId };
}

/** Stores the order of the list, as the job does. */
async function sort(db: Db, cultivationId: string, organizationId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const userIds = await findNextListed(db, { cultivationId, after, limit: 2_000 });
    await db.transaction().execute((trx) => updateSortKeys(trx, { organizationId, cultivationId, userIds }));
    if (userIds.length < 2_000) return;
    after = userIds.at(-1) ?? null;
  }
}
