import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isBlockedBetween } from '../access.ts';
import { usualReminders } from './reminder-rules.schema.ts';

interface Place {
  postId: string;
  userId: string;
}

const minutesBefore = (minutes: RawBuilder<unknown>) => sql`p.start_at - ${minutes} * interval '1 minute'`;
const instant = (at: Date) => sql`${at}::timestamptz`;

/**
 * Whether the user `r.user_id` has the post `p` in the calendar: goes there, has added it or follows its organization.
 * Blocks between the two end that.
 */
const hasInCalendar = sql<boolean>`(
  (
    exists (
      select from post_interests as i
      where i.post_id = p.id and i.user_id = r.user_id and i.going_at is not null
    )
    or exists (select from scheduler_entries as e where e.user_id = r.user_id and e.post_id = p.id)
    or exists (select from follows as f where f.follower_id = r.user_id and f.following_id = p.creator_id)
  )
  and p.creator_id <> r.user_id
  and not ${isBlockedBetween('r.user_id', sql.ref('p.creator_id'))}
)`;

/** Finds a post and when it begins, and whether a user has it in the calendar; keeps the post until the write ends. */
export async function keepOccasion(trx: Trx, { postId, userId }: Place) {
  const { rows } = await sql<{ is_active: boolean; start_at: Date | null; is_in_calendar: boolean }>`
    select p.is_active, p.start_at, ${hasInCalendar} as is_in_calendar
    from posts p cross join (select ${userId}::uuid as user_id) r
    where p.id = ${postId} for key share of p`.execute(trx);
  return rows[0];
}

/** Sets when a user is to be reminded of a post. Returns whether that is another time than before. */
export async function saveReminder(
  trx: Trx,
  { postId, userId, minutes, dueAt }: Place & { minutes: number; dueAt: Date },
): Promise<boolean> {
  const saved = await trx
    .insertInto('reminders')
    .values({ post_id: postId, user_id: userId, minutes, due_at: dueAt })
    .onConflict((conflict) =>
      conflict
        .columns(['post_id', 'user_id'])
        .doUpdateSet({ minutes, due_at: dueAt })
        .where(
          sql<boolean>`(reminders.minutes, reminders.due_at) is distinct from (${minutes}::integer, ${instant(dueAt)})`,
        ),
    )
    .returning('minutes')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Returns the statement that sets what is usual for a user who has just said to go to a post, unless something is set. */
export const saveUsualReminder = ({ postId, userId, now }: Place & { now: Date }) => {
  const isBefore = (minutes: number) => sql`${minutesBefore(sql.lit(minutes))} > ${instant(now)}`;
  const { first, second } = usualReminders;
  return sql<{ minutes: number }>`
    insert into reminders (post_id, user_id, minutes, due_at)
    select p.id, i.user_id, usual.minutes, ${minutesBefore(sql`usual.minutes`)}
    from posts p
    join post_interests i on i.post_id = p.id
    cross join lateral (select case
      when ${isBefore(first)} then ${sql.lit(first)}
      when ${isBefore(second)} then ${sql.lit(second)}
    end as minutes) usual
    where p.id = ${postId} and i.user_id = ${userId} and i.going_at = ${instant(now)}
      and p.creator_id <> i.user_id and usual.minutes is not null
    on conflict do nothing
    returning minutes`;
};

/** Returns the statement that takes a user's reminder of a post back. */
export const deleteReminder = (trx: Trx, { postId, userId }: Place) =>
  trx
    .deleteFrom('reminders')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .returning('minutes');

/** The post whose reminders are due longest; undefined where none is due. */
export async function findDuePost(db: Db, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('reminders')
    .select('post_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.post_id;
}

/**
 * Takes at most `limit` due reminders of a post, which the caller keeps as it is, and returns whose they are, and whether
 * they are to be sent: not where the post is not published or has begun, nor where the user has it in the calendar no
 * longer. Those that another process has taken are passed over. A post that begins later now is due later, too.
 */
export async function takeDueReminders(
  trx: Trx,
  { postId, now, limit }: { postId: string; now: Date; limit: number },
) {
  const isMoved = sql`${minutesBefore(sql`r.minutes`)} > ${instant(now)}`;
  const isWanted = sql<boolean>`coalesce(
    p.is_active and p.start_at > ${instant(now)} and not ${isMoved} and ${hasInCalendar}, false
  )`;
  const { rows } = await sql<{ user_id: string; is_wanted: boolean }>`
    with due as (
      select user_id from reminders
      where post_id = ${postId} and due_at <= ${instant(now)}
      order by user_id limit ${limit} for update skip locked
    )
    update reminders as r set
      due_at = case when ${isMoved} then ${minutesBefore(sql`r.minutes`)} end,
      reminded_at = case when ${isWanted} then ${instant(now)} else r.reminded_at end
    from due, posts as p
    where r.post_id = ${postId} and r.user_id = due.user_id and p.id = r.post_id
    returning r.user_id, ${isWanted} as is_wanted`.execute(trx);
  return rows;
}

/** Users are reminded of one post at most this often, however often it is moved. */
const atMostEvery = sql`interval '1 day'`;

/**
 * Brings at most `limit` reminders of a post in step with when it begins, in the order of users behind `after`; returns
 * whose. What was not sent yet and should have been by now is sent at once.
 */
export async function moveReminders(
  trx: Trx,
  { postId, after, now, limit }: { postId: string; after: string | null; now: Date; limit: number },
): Promise<string[]> {
  const at = minutesBefore(sql`r.minutes`);
  const { rows } = await sql<{ user_id: string }>`
    with batch as (
      select user_id from reminders
      where post_id = ${postId} and (${after}::uuid is null or user_id > ${after}::uuid)
      order by user_id limit ${limit} for update
    ),
    moved as (
      update reminders as r set due_at = case
        when p.start_at > ${instant(now)}
          and (r.reminded_at is null or ${at} >= r.reminded_at + ${atMostEvery})
          and (r.due_at is not null or ${at} > ${instant(now)})
        then ${at}
      end
      from batch, posts as p
      where r.post_id = ${postId} and r.user_id = batch.user_id and p.id = r.post_id
    )
    select user_id from batch order by user_id`.execute(trx);
  return rows.map((row) => row.user_id);
}

/** The content and address of a reminder's mail; undefined where there is nothing to remind of any more. */
export async function findReminderToMail(db: Db, { postId, userId, now }: Place & { now: Date }) {
  const { rows } = await sql<{
    email: string;
    title: string;
    post_type: string;
    start_at: Date;
    time_zone: string | null;
    full_address: string | null;
    name: string;
  }>`
    select u.email, p.title, p.post_type, p.start_at, p.time_zone, p.full_address, o.name
    from reminders r
    join users u on u.id = r.user_id
    join posts p on p.id = r.post_id
    join organizations o on o.user_id = p.creator_id
    where r.post_id = ${postId} and r.user_id = ${userId}
      and p.is_active and p.start_at > ${instant(now)} and ${hasInCalendar}`.execute(db);
  return rows[0];
}
