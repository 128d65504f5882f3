import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Problem } from '../problem.ts';
import { addFollowers } from './crowd.ts';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

const followers = 100_000;

/** Seconds within which everybody is to be notified. */
const bound = 30;

/** What others ask for meanwhile, each second, and how long that is measured while nothing else is done, in seconds. */
export const others = { rate: 60, connections: 8, seconds: 10 };

/**
 * An organization publishes for 100,000 followers: how long it takes until the last of them is notified, and what
 * it does to others who read their feeds and like posts meanwhile.
 */
export async function measureFanOut(site: Site): Promise<Figure[]> {
  const [organization] = site.publishers;
  if (!organization) throw new Problem('There is nobody who publishes.');
  await addFollowers(site.db, organization.id, followers);
  const quiet = await timesOf(site, others.seconds);

  const postId = uuid();
  const began = performance.now();
  const answer = await fetch(`${site.server}/api/posts/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ _id: postId, postType: 'general', title: 'We have moved', isActive: true }),
  });
  if (!answer.ok) throw new Problem(`Publishing was answered with ${answer.status}.`);
  const answered = performance.now() - began;
  let isOut = false;
  const told = waitUntilTold(site, postId).finally(() => {
    isOut = true;
  });
  const busy: Times[] = [];
  while (!isOut) busy.push(await timesOf(site, 5));
  await told;
  const seconds = (performance.now() - began) / 1000;

  const p50 = Math.max(...busy.map((times) => times.p50));
  const p99 = Math.max(...busy.map((times) => times.p99));
  return [
    {
      what: `a post told to ${followers} followers, by ${bound} seconds`,
      ratio: seconds / bound,
      goal: { most: 1 },
      measured: `the last after ${digits(seconds)} s; publishing itself was answered after ${digits(answered)} ms`,
    },
    {
      what: 'feeds and likes of others meanwhile, by before: the middle one',
      ratio: p50 / quiet.p50,
      goal: { most: 2 },
      measured: `${digits(p50)} and ${digits(quiet.p50)} ms`,
      memory: await site.memory(),
    },
    {
      what: 'feeds and likes of others meanwhile, by before: one of a hundred',
      ratio: p99 / quiet.p99,
      measured: `${digits(p99)} and ${digits(quiet.p99)} ms`,
    },
  ];
}

/** Milliseconds that requests took. */
export interface Times {
  p50: number;
  p99: number;
}

/** Others read their feeds and like what is new, at a pace that the server keeps with ease. */
export async function timesOf({ server, readers, db }: Site, duration: number): Promise<Times> {
  const posts = await db
    .selectFrom('posts')
    .select('id')
    .where('post_type', '=', 'event')
    .where('is_active', '=', true)
    .orderBy('published_at', 'desc')
    .limit(readers.busy.length)
    .execute();
  const requests = readers.busy.flatMap(({ token }, index): autocannon.Request[] => [
    { path: '/api/posts/feed?limit=30', headers: { authorization: `Bearer ${token}` } },
    {
      method: 'POST',
      path: `/api/posts/${posts[index]?.id}/like`,
      headers: { authorization: `Bearer ${token}` },
    },
  ]);
  const { connections, rate } = others;
  const result = await autocannon({ url: server, connections, overallRate: rate, duration, requests });
  if (result.errors + result.timeouts + result.non2xx > 0)
    throw new Problem(`${server} failed ${result.errors + result.timeouts + result.non2xx} times.`);
  return { p50: result.latency.p50, p99: result.latency.p99 };
}

/** Resolves when every follower has the notification. */
async function waitUntilTold({ db }: Site, postId: string): Promise<void> {
  for (const deadline = Date.now() + 10 * bound * 1000; Date.now() < deadline; await sleep(500)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from notifications where post_id = ${postId} and type = 'new-post'`.execute(
      db,
    );
    if ((rows[0]?.count ?? 0) >= followers) return;
  }
  throw new Problem('Not everybody was told.');
}
