import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Problem } from '../problem.ts';
import { addFollowers } from './crowd.ts';
import { others, type Times, timesOf } from './fan-out.ts';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

const recipients = 100_000;

/** Seconds within which everybody is to have the message. */
const bound = 180;

/**
 * An organization writes to 100,000 followers: how long it takes until the last of them has the message, and what it does
 * to others who read their feeds and like posts meanwhile.
 */
export async function measureBulk(site: Site): Promise<Figure[]> {
  const organization = site.publishers[1];
  if (!organization) throw new Problem('There is nobody who writes.');
  await addFollowers(site.db, organization.id, recipients);
  const quiet = await timesOf(site, 2 * others.seconds);

  const began = performance.now();
  const answer = await fetch(`${site.server}/api/conversations/bulk/user/${organization.id}/followers/all`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'We have moved.' }),
  });
  if (!answer.ok) throw new Problem(`Sending was answered with ${answer.status}: ${await answer.text()}`);
  const answered = performance.now() - began;
  let isDone = false;
  const sent = waitUntilSent(site, organization.id).finally(() => {
    isDone = true;
  });
  const busy: Times[] = [];
  while (!isDone) busy.push(await timesOf(site, others.seconds));
  await sent;
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await sql<{ messages: number; receivers: number }>`
    select count(*) as messages, count(distinct conversation_id) as receivers from messages
    where sender_id = ${organization.id}`.execute(site.db);
  if (rows[0]?.receivers !== rows[0]?.messages) throw new Problem('Somebody got the message twice.');

  const p50 = Math.max(...busy.map((times) => times.p50));
  const p99 = Math.max(...busy.map((times) => times.p99));
  return [
    {
      what: `a message to ${rows[0]?.messages} followers, by ${bound} seconds`,
      ratio: seconds / bound,
      goal: { most: 1 },
      measured: `the last after ${digits(seconds)} s; beginning it was answered after ${digits(answered)} ms`,
    },
    {
      what: 'feeds and likes of others meanwhile, by before: the middle one',
      ratio: p50 / quiet.p50,
      measured: `${digits(p50)} and ${digits(quiet.p50)} ms`,
      memory: await site.memory(),
    },
    {
      what: 'feeds and likes of others meanwhile, by before: one of a hundred',
      ratio: p99 / quiet.p99,
      goal: { most: 2 },
      measured: `${digits(p99)} and ${digits(quiet.p99)} ms`,
    },
  ];
}

/** Resolves when the organization's only message to many is finished. */
async function waitUntilSent({ db }: Site, senderId: string): Promise<void> {
  for (const deadline = Date.now() + 10 * bound * 1000; Date.now() < deadline; await sleep(200)) {
    const row = await db
      .selectFrom('bulk_messages')
      .select('finished_at')
      .where('sender_id', '=', senderId)
      .executeTakeFirst();
    if (row?.finished_at) return;
  }
  throw new Problem('The message was not sent to everybody.');
}
