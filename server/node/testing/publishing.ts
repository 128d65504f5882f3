import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Insertable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Db, databaseTime } from '#db/database.ts';
import type { PostsTable, SocialMediaSharing } from '#db/tables/posts.ts';
import { type Team, workAmongDeaths } from './workers.ts';

export interface PublishingOptions extends Omit<Team, 'environment'> {
  db: Db;
  /** Organizations, whose posts they are: of each as many as of the others. Nobody has another scheduled post. */
  creatorIds: readonly string[];
  posts: number;
  /** How many other posts begin an hour after the moment, with a reminder of each follower an hour before. */
  remindedPosts?: number;
}

/** Posts that were scheduled for the same moment. */
export interface Scheduled {
  ids: string[];
  dueAt: Date;
}

/** What was due at one moment, and the mails that were sent. */
export interface Done extends Scheduled {
  /** Posts with reminders. */
  remindedIds: string[];
  /** Each with its receiver and text. */
  mails: string[];
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

/** What became of reminders that were due at the same moment. */
export interface Reminded {
  reminders: number;
  /** Reminders that were not sent, or before their time. */
  waiting: number;
  early: number;
  /** Reminders of which the user was not notified exactly once. */
  misinformed: number;
  /** Reminders without a mail. */
  unmailed: number;
  /** Mails beyond one of each: a process may die between sending one and noting that. */
  mailedAgain: number;
}

/**
 * Schedules posts for one moment, and lets processes with wrong clocks publish them, notify followers and send reminders;
 * some of the processes are killed. Resolves when all is done, or when it stands still.
 */
export async function publishAmongDeaths({
  db,
  creatorIds,
  posts,
  remindedPosts = 0,
  ...team
}: PublishingOptions): Promise<Done> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatherwell-workers-'));
  try {
    const { scheduled, remindedIds } = await workAmongDeaths(
      { ...team, environment: { DATA_DIR: dataDir } },
      async () => {
        const scheduled = await schedulePosts(db, creatorIds, posts);
        const remindedIds = await scheduleReminders(db, creatorIds, remindedPosts, scheduled.dueAt);
        return {
          scheduled,
          remindedIds,
          countLeft: async () =>
            (await countWaiting(db, scheduled.ids)) + (await countReminders(db, remindedIds)),
          countFollowing: () => countJobs(db),
        };
      },
    );
    return { ...scheduled, remindedIds, mails: await readMails(join(dataDir, 'mailbox')) };
  } finally {
    await rm(dataDir, { recursive: true });
  }
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
  return { ids: await insertPosts(db, rows), dueAt };
}

/** How many posts are inserted at a time: few enough for a busy machine, too. */
const batchSize = 250;

/** Inserts posts with their counters, and returns their ids. */
async function insertPosts(
  db: Db,
  rows: readonly (Insertable<PostsTable> & { id: string })[],
): Promise<string[]> {
  for (let from = 0; from < rows.length; from += batchSize) {
    const some = rows.slice(from, from + batchSize);
    await db.insertInto('posts').values(some).execute();
    await db
      .insertInto('post_counters')
      .values(some.map(({ id }) => ({ post_id: id })))
      .execute();
  }
  return rows.map(({ id }) => id);
}

const countWaiting = (db: Db, ids: readonly string[]) =>
  countOf(db, sql`select count(*)::int as n from posts where id = any(${ids}::uuid[]) and not is_active`);

/** Adds published posts that begin an hour after a moment, and reminders at that moment. Returns the posts' ids. */
async function scheduleReminders(
  db: Db,
  creatorIds: readonly string[],
  count: number,
  dueAt: Date,
): Promise<string[]> {
  if (count === 0) return [];
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuid(),
    creator_id: creatorIds[index % creatorIds.length] ?? '',
    post_type: 'event' as const,
    title: `Soup ${index}`,
    description: '',
    is_active: true,
    start_at: new Date(dueAt.getTime() + 60 * 60_000),
    published_at: dueAt,
    social_media_sharing: '{}',
    created_at: dueAt,
    updated_at: dueAt,
  }));
  const ids = await insertPosts(db, rows);
  await sql`
    insert into reminders (post_id, user_id, minutes, due_at)
    select posts.id, follower_id, 60, ${dueAt} from posts join follows on following_id = creator_id
    where posts.id = any(${ids}::uuid[])`.execute(db);
  return ids;
}

const countReminders = (db: Db, ids: readonly string[]) =>
  countOf(
    db,
    sql`select count(*)::int as n from reminders where post_id = any(${ids}::uuid[]) and due_at is not null`,
  );

const countJobs = (db: Db) =>
  countOf(
    db,
    sql`select count(*)::int as n from graphile_worker._private_jobs as j
      join graphile_worker._private_tasks as t on t.id = j.task_id
      where t.identifier in ('announce-post', 'mail-reminder')`,
  );

async function readMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  // Of one that was being written when its process died only another name is there.
  const mails = names.filter((name) => name.endsWith('.eml'));
  // Long lines are broken on the way with `=`.
  return Promise.all(
    mails.map(async (name) => (await readFile(join(folder, name), 'utf8')).replaceAll('=\n', '')),
  );
}

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

/** Reads the outcome for reminders that were due. */
export async function readReminded(db: Db, { remindedIds, dueAt, mails }: Done): Promise<Reminded> {
  const { rows } = await sql<{
    post_id: string;
    email: string;
    reminded_at: Date | null;
    notified: number;
  }>`
    select post_id, email, reminded_at, (
      select count(*)::int from user_events as e
      where e.user_id = reminders.user_id and e.type = 'notification-upserted'
        and payload->'notification'->>'type' = 'reminder'
        and payload->'notification'->'postId'->>'_id' = post_id::text
    ) as notified
    from reminders join users on users.id = reminders.user_id
    where post_id = any(${remindedIds}::uuid[])`.execute(db);
  const mailsOf = rows.map(
    ({ post_id, email }) =>
      mails.filter((mail) => mail.includes(`To: ${email}\n`) && mail.includes(post_id)).length,
  );
  return {
    reminders: rows.length,
    waiting: rows.filter((row) => row.reminded_at === null).length,
    early: rows.filter((row) => row.reminded_at !== null && row.reminded_at < dueAt).length,
    misinformed: rows.filter((row) => row.notified !== 1).length,
    unmailed: mailsOf.filter((count) => count === 0).length,
    mailedAgain: mails.length - mailsOf.filter((count) => count > 0).length,
  };
}
