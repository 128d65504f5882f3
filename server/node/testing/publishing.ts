import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Db, databaseTime } from '#db/database.ts';
import type { SocialMediaSharing } from '#db/tables/posts.ts';

export interface PublishingOptions {
  db: Db;
  connectionString: string;
  /** Organizations, whose posts they are: of each as many as of the others. Nobody has another scheduled post. */
  creatorIds: readonly string[];
  posts: number;
  /** How many processes work at a time. */
  processes: number;
  /** How many of them are killed in the middle of their work. Another begins in place of each. */
  deaths: number;
  /** Milliseconds after which the work has to be done. */
  timeoutMs: number;
}

/** Posts that were scheduled for the same moment. */
export interface Scheduled {
  ids: string[];
  dueAt: Date;
}

/** What became of posts that were scheduled for the same moment. */
export interface Published {
  posts: number;
  /** Posts that were not published. */
  waiting: number;
  /** Posts that were published before their time. */
  early: number;
  /** Posts without exactly one event of their publication in the log of their organization. */
  unsure: number;
  /** Pairs of a follower and a post where the follower was not notified of it exactly once. */
  misinformed: number;
  /** Seconds by which 99 in 100 posts were late at most. */
  lateness: number;
}

/**
 * Schedules posts for one moment, and lets processes with wrong clocks publish them and notify followers; some of the
 * processes are killed. Resolves when all is done, or at the timeout.
 */
export async function publishAmongDeaths(options: PublishingOptions): Promise<Scheduled> {
  const { db, connectionString, creatorIds, posts, processes, deaths, timeoutMs } = options;
  const team = new Set<ChildProcess>();
  const hire = () => {
    const child = startWorker(connectionString);
    team.add(child);
    return child;
  };
  const until = async (isTrue: () => Promise<boolean>) => {
    const end = performance.now() + timeoutMs;
    while (!(await isTrue()) && performance.now() < end) await sleep(20);
  };
  try {
    await Promise.all(Array.from({ length: processes }, () => once(hire(), 'message')));
    const scheduled = await schedulePosts(db, creatorIds, posts);
    const { ids } = scheduled;
    // Whenever some more posts are out, one of the processes dies in the middle of its work, and another begins.
    for (let death = 1; death <= deaths; death++) {
      await until(async () => (await countWaiting(db, ids)) <= posts * (1 - death / (deaths + 1)));
      const [oldest] = team;
      if (oldest) {
        team.delete(oldest);
        await kill(oldest);
      }
      hire();
    }
    await until(async () => (await countWaiting(db, ids)) === 0 && (await countAnnouncements(db)) === 0);
    return scheduled;
  } finally {
    await Promise.all([...team].map(kill));
  }
}

/**
 * A process that does nothing but work, with a clock that is up to an hour wrong. Sends a message when it has begun. The
 * environment has its settings for social networks.
 */
export function startWorker(
  connectionString: string,
  environment: Record<string, string> = {},
): ChildProcess {
  const skew = Math.round((Math.random() - 0.5) * 7_200_000);
  const program = join(import.meta.dirname, 'worker-process.ts');
  return fork(program, [connectionString, String(skew), JSON.stringify(environment)], { execArgv: [] });
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Schedules posts for a second from now. */
export async function schedulePosts(
  db: Db,
  creatorIds: readonly string[],
  count: number,
  sharing: SocialMediaSharing = {},
): Promise<Scheduled> {
  const now = await databaseTime(db);
  const dueAt = new Date(now.getTime() + 1_000);
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuid(),
    creator_id: creatorIds[index % creatorIds.length] ?? '',
    post_type: 'general' as const,
    title: `Scheduled ${index}`,
    description: '',
    is_active: false,
    scheduled_publish: true,
    scheduled_publish_at: dueAt,
    social_media_sharing: JSON.stringify(sharing),
    created_at: now,
    updated_at: now,
  }));
  for (let from = 0; from < count; from += 1_000) {
    const some = rows.slice(from, from + 1_000);
    await db.insertInto('posts').values(some).execute();
    await db
      .insertInto('post_counters')
      .values(some.map(({ id }) => ({ post_id: id })))
      .execute();
  }
  return { ids: rows.map(({ id }) => id), dueAt };
}

const countWaiting = (db: Db, ids: readonly string[]) =>
  countOf(db, sql`select count(*) as n from posts where id = any(${ids}::uuid[]) and not is_active`);

const countAnnouncements = (db: Db) =>
  countOf(
    db,
    sql`select count(*) as n from graphile_worker._private_jobs as j
      join graphile_worker._private_tasks as t on t.id = j.task_id where t.identifier = 'announce-post'`,
  );

async function countOf(db: Db, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return (await query.execute(db)).rows[0]?.n ?? Number.NaN;
}

/** Reads the outcome for posts that were scheduled. */
export async function readPublished(db: Db, { ids, dueAt }: Scheduled): Promise<Published> {
  const { rows } = await sql<Omit<Published, 'posts'>>`
    with due as (select * from posts where id = any(${ids}::uuid[])),
    notified as (
      select due.id, user_events.user_id,
        count(*) filter (where type = 'post-upserted') as published,
        count(*) filter (where type = 'notification-upserted') as announced
      from user_events
      join due on due.id::text = coalesce(payload->'post'->>'_id', payload->'notification'->'postId'->>'_id')
      group by due.id, user_events.user_id
    )
    select
      (select count(*) from due where not is_active) as waiting,
      (select count(*) from due where published_at < ${dueAt}) as early,
      (select count(*) from due left join notified on notified.id = due.id and notified.user_id = due.creator_id
        where published is distinct from 1) as unsure,
      (select count(*) from due join follows on following_id = due.creator_id
        left join notified on notified.id = due.id and notified.user_id = follower_id
        where announced is distinct from 1) as misinformed,
      (select percentile_disc(0.99) within group
        (order by extract(epoch from published_at - ${dueAt}::timestamptz)::float8) from due) as lateness`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('The database returned no row.');
  return { posts: ids.length, ...row };
}
