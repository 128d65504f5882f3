import { type RawBuilder, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { plannedAnew } from '#db/planned-anew.ts';
import type { NotificationsTable, NotificationType } from '#db/tables/notifications.ts';
import { shownSenders } from './notifications.schema.ts';

export interface NotificationCounts {
  total: number;
  /** Of them, those that are unread. */
  onlyNew: number;
}

/** The types that are about a post; one without it is of a post that is gone. */
const ofPosts: readonly NotificationType[] = ['like', 'interest', 'going', 'new-post', 'reminder'];

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** Users who may be notified: a sub-select of their ids, as `user_id`. */
export type Receivers = RawBuilder<{ user_id: string }>;

/** These users, as receivers. */
export const receiversOf = (userIds: readonly string[]): Receivers =>
  sql`select unnest(${userIds}::uuid[]) as user_id`;

/** What was done by whom, as notifications show it. */
export interface Notice {
  senderId: string;
  type: NotificationType;
  /** The post that it is about, or null where it is about the sender alone. */
  postId: string | null;
  /**
   * What else it is about, where the sender may do the same to another one later: one request of several. The post,
   * or the receiver, where it is absent.
   */
  objectId?: string;
  now: Date;
}

/**
 * Returns the statement that locks these users' notifications until the transaction ends, so that the unread
 * count of an event is true at its place in the log, and returns their ids and types. Users are locked in the order of
 * their ids; nothing that refers to them waits.
 */
export function lockReceivers(trx: Trx, receivers: Receivers) {
  return trx
    .selectFrom('users')
    .select(['id', 'user_type'])
    .where('id', '=', sql<string>`any(array(${receivers}))`)
    .orderBy('id')
    .forNoKeyUpdate();
}

/**
 * Returns the statement that adds a sender to the open notification of each receiver, or begins one, and returns the
 * notifications that changed, as they are from now on, with how many each receiver has. Left out are receivers whom
 * this sender has notified of this before, and those whose open notification has the sender already, of another object.
 * Needs `lockReceivers` before: what it counts is what was there when the statement began, and its own change.
 *
 * @param lineIds an id for each notification that may begin
 */
export function addSender(db: Db, receivers: Receivers, lineIds: readonly string[], notice: Notice) {
  const { senderId, type, postId, objectId, now } = notice;
  const began = sql<number>`(n.id = any(${lineIds}::uuid[]))::int`;
  // What the statement itself inserts is not in the tables yet, as far as it can read them.
  const changing: Source = {
    lines: sql`line`,
    latestSenders: (most) => sql`(
      select * from (
        ${storedLatestSenders(most)} union all select ${senderId}::uuid, ${now}::timestamptz
      ) as joined order by created_at desc, sender_id desc limit ${most}
    )`,
    senderCount: sql`${storedSenderCount} + 1`,
  };
  const changed = selectNotifications(db, { source: changing })
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('notifications as own')
          .select((own) => [
            own.fn.countAll<number>().as('total'),
            own.fn.countAll<number>().filterWhere('own.is_read', '=', own.lit(false)).as('unread'),
          ])
          .whereRef('own.user_id', '=', 'n.user_id')
          .where('own.delete_after', 'is', null)
          .as('had'),
      (join) => join.onTrue(),
    )
    .select([sql<number>`had.total + ${began}`.as('total'), sql<number>`had.unread + ${began}`.as('unread')]);
  return sql<ChangedNotification>`
    with fresh as (
      select (${lineIds}::uuid[])[row_number() over ()] as line_id, c.user_id, c.object_id
      from (
        select user_id, coalesce(${objectId ?? postId}::uuid, user_id) as object_id from (${receivers}) as receiver
      ) as c
      where not exists (
          select from notification_senders s
          where s.user_id = c.user_id and s.type = ${type} and s.object_id = c.object_id and s.sender_id = ${senderId}
        )
        and not exists (
          select from notifications n join notification_senders s on s.notification_id = n.id
          where ${isOpenLine({ type, postId })} and n.user_id = c.user_id and s.sender_id = ${senderId}
        )
    ),
    line as (
      insert into notifications (id, user_id, type, post_id, latest_at)
      select line_id, user_id, ${type}, ${postId}::uuid, ${now}::timestamptz from fresh
      on conflict (user_id, type, post_id) where is_open
      do update set latest_at = greatest(notifications.latest_at, excluded.latest_at)
      returning *
    ),
    sender as (
      insert into notification_senders (notification_id, user_id, type, object_id, sender_id, created_at)
      select line.id, line.user_id, ${type}, fresh.object_id, ${senderId}::uuid, ${now}::timestamptz
      from line join fresh on fresh.user_id = line.user_id
    )
    ${changed}`;
}

/** Whether the notification `n` takes more senders of this type, and of this post. */
const isOpenLine = ({ type, postId }: Pick<Notice, 'type' | 'postId'>) =>
  postId === null
    ? sql<boolean>`n.is_open and n.type = ${type} and n.post_id is null`
    : sql<boolean>`n.is_open and n.type = ${type} and n.post_id = ${postId}`;

/** Where notifications, as `n`, and their senders are read. */
interface Source {
  lines: RawBuilder<Selectable<NotificationsTable>>;
  /** The latest senders of `n`, newest first, at most so many. */
  latestSenders: (most: number) => RawBuilder<{ sender_id: string; created_at: Date }>;
  /** How many senders `n` has. */
  senderCount: RawBuilder<number>;
}

const storedLatestSenders: Source['latestSenders'] = (most) => sql`(
  select sender_id, created_at from notification_senders
  where notification_id = n.id order by created_at desc, sender_id desc limit ${most}
)`;
const storedSenderCount = sql<number>`(select count(*) from notification_senders where notification_id = n.id)`;

const stored: Source = {
  lines: sql`notifications`,
  latestSenders: storedLatestSenders,
  senderCount: storedSenderCount,
};

/** Selects notifications with their latest senders, at most so many of each, the number of senders, and the post. */
function selectNotifications(db: Db, { mostSenders = shownSenders, source = stored } = {}) {
  return db
    .selectFrom(source.lines.as('n'))
    .select(['n.id', 'n.user_id', 'n.type', 'n.is_read', 'n.latest_at', 'n.delete_after'])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('posts as p')
          .select(['p.id as _id', 'p.post_type as postType', 'p.title'])
          .select((post) =>
            post
              .exists(
                post
                  .selectFrom('post_invitations as i')
                  .select('i.post_id')
                  .whereRef('i.post_id', '=', 'p.id')
                  .whereRef('i.invitee_id', '=', 'n.user_id')
                  .where('i.inviter_id', '=', (inviter) =>
                    inviter.selectFrom(source.latestSenders(1).as('latest')).select('latest.sender_id'),
                  ),
              )
              .$castTo<boolean>()
              .as('isInvited'),
          )
          .whereRef('p.id', '=', 'n.post_id')
          // A post that was taken back is its creator's alone.
          .where((post) =>
            post.or([post('p.is_active', '=', true), post('p.creator_id', '=', post.ref('n.user_id'))]),
          ),
      ).as('post'),
      jsonArrayFrom(
        eb
          .selectFrom(source.latestSenders(mostSenders).as('s'))
          .innerJoin('users as u', 'u.id', 's.sender_id')
          .leftJoin('individuals as i', 'i.user_id', 'u.id')
          .leftJoin('organizations as o', 'o.user_id', 'u.id')
          .select(['s.created_at', 'u.id', 'u.user_type', 'i.first_name', 'i.last_name', 'o.name'])
          .select((sender) =>
            sender.fn.coalesce('o.profile_picture', 'i.profile_picture').as('profile_picture'),
          )
          .orderBy('s.created_at', 'desc')
          .orderBy('s.sender_id', 'desc'),
      ).as('senders'),
      source.senderCount.as('total_senders'),
    ]);
}
export type NotificationRow = Awaited<ReturnType<ReturnType<typeof selectNotifications>['execute']>>[number];

/** A notification that was just added to, and how many its receiver has. */
export interface ChangedNotification extends NotificationRow {
  total: number;
  unread: number;
}

/** A notice of a post, from one sender to many users. */
export type Announcement = Omit<Notice, 'objectId'> & { postId: string };

/**
 * Returns the statement that begins a notification of a post for each receiver whom its sender has not notified of it
 * before, and returns those receivers; the id is null where another sender's line is open, which `addSender` adds to.
 * Needs `lockReceivers` before.
 *
 * It takes as long for the last of a hundred thousand as for the first: neither how it looks for what was said before
 * nor how it finds open lines can use an index on what all of them have in common, the post and the sender.
 *
 * @param lineIds an id for each receiver's notification
 */
export const beginLines = (
  receiverIds: readonly string[],
  lineIds: readonly string[],
  { senderId, type, postId, now }: Announcement,
) => sql<{ user_id: string; id: string | null }>`
  ${plannedAnew} with fresh as materialized (
    select receiver.user_id, receiver.line_id
    from unnest(${receiverIds}::uuid[], ${lineIds}::uuid[]) as receiver (user_id, line_id)
    where (
      select true from notification_senders s
      where s.user_id = receiver.user_id and s.type = ${type} and s.object_id = ${postId}
        and s.sender_id is not distinct from ${senderId}
      limit 1
    ) is null
  ),
  line as (
    insert into notifications (id, user_id, type, post_id, latest_at)
    select line_id, user_id, ${type}, ${postId}::uuid, ${now}::timestamptz from fresh
    on conflict (user_id, type, post_id) where is_open do nothing
    returning id, user_id
  ),
  sender as (
    insert into notification_senders (notification_id, user_id, type, object_id, sender_id, created_at)
    select id, user_id, ${type}, ${postId}::uuid, ${senderId}::uuid, ${now}::timestamptz from line
  )
  select fresh.user_id, line.id from fresh left join line on line.id = fresh.line_id`;

/** Returns the statement that selects the notification of a post as those have it who get it now, but without an id. */
export function selectAnnouncement(db: Db, { senderId, type, postId, now }: Announcement) {
  return selectNotifications(db, {
    source: {
      lines: sql`(
        select ${nobody}::uuid as id, ${nobody}::uuid as user_id, ${type}::text as type, ${postId}::uuid as post_id,
          ${now}::timestamptz as latest_at, false as is_read, null::timestamptz as delete_after
      )`,
      latestSenders: () => sql`(select ${senderId}::uuid as sender_id, ${now}::timestamptz as created_at)`,
      senderCount: sql`1`,
    },
  });
}

/** The id of no user and no notification. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The events of those who are told of a post: their notification and its count where `beginLines` began one, and
 * another event, the last, for everybody.
 *
 * @param lineIds those that were begun, in the order of the users; null for users without one
 * @param upserted the payload of the first, with anybody's notification: they differ in the id alone, since whom the
 *   sender has invited to the post was notified of that
 */
export const announcedEvents = (
  userIds: readonly string[],
  lineIds: readonly (string | null)[],
  { upserted, last }: { upserted: object; last: { type: string; payload: object } },
) => sql<{ user_id: string; n: number; type: string; payload: unknown }>`
  select receiver.user_id, event.n, event.type, event.payload
  from unnest(${userIds}::uuid[], ${lineIds}::uuid[]) as receiver (user_id, line_id)
  left join lateral (
    select count(*) as total, count(*) filter (where not own.is_read) as unread
    from notifications own where own.user_id = receiver.user_id and own.delete_after is null
  ) as had on receiver.line_id is not null
  cross join lateral (values
    (1, 'notification-upserted', jsonb_set(
      ${JSON.stringify(upserted)}::jsonb, '{notification,_id}', to_jsonb(receiver.line_id)
    )),
    (2, 'notification-count', jsonb_build_object('total', had.total, 'onlyNew', had.unread)),
    (3, ${last.type}::text, ${JSON.stringify(last.payload)}::jsonb)
  ) as event (n, type, payload)
  where event.n = 3 or receiver.line_id is not null`;

/** The notifications of these ids, whosever they are. */
export function findNotifications(db: Db, ids: readonly string[]) {
  return selectNotifications(db).where('n.id', '=', anyOf(ids)).execute();
}

/** A page of a user's notifications, newest first. */
export async function findNotificationPage(
  db: Db,
  query: { userId: string; limit: number; cursor: KeysetCursor | undefined; mostSenders?: number },
) {
  const { userId, limit, cursor, mostSenders } = query;
  const rows = await selectNotifications(db, { mostSenders })
    .where('n.user_id', '=', userId)
    .where('n.delete_after', 'is', null)
    .where((eb) => (cursor ? afterCursor(eb.ref('n.latest_at'), eb.ref('n.id'), cursor) : eb.lit(true)))
    .orderBy('n.latest_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.latest_at, id: row.id }));
}

/** A page of a notification's senders, latest first; undefined where it is not the user's. */
export async function findSenderPage(
  db: Db,
  query: { id: string; userId: string; limit: number; cursor: KeysetCursor | undefined },
) {
  const { id, userId, limit, cursor } = query;
  const rows = await db
    .selectFrom('notification_senders')
    .select(['sender_id', 'created_at'])
    .where('notification_id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => (cursor ? afterCursor(eb.ref('created_at'), eb.ref('sender_id'), cursor) : eb.lit(true)))
    .orderBy('created_at', 'desc')
    .orderBy('sender_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.sender_id }));
}

/** How many notifications a user has. */
export async function countNotifications(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('delete_after', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many unread notifications a user has. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .where('delete_after', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many notifications each of these users has, and how many of them are unread. */
export async function countEach(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, NotificationCounts>> {
  const rows = await db
    .selectFrom('notifications')
    .select((eb) => [
      'user_id',
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('is_read', '=', false).as('onlyNew'),
    ])
    .where('user_id', '=', anyOf(userIds))
    .where('delete_after', 'is', null)
    .groupBy('user_id')
    .execute();
  const counts = new Map(rows.map(({ user_id, ...count }) => [user_id, count]));
  return new Map(userIds.map((userId) => [userId, counts.get(userId) ?? { total: 0, onlyNew: 0 }]));
}

/** Marks one of a user's notifications. Returns whether it exists. A read one gets no more senders. */
export async function markNotification(
  trx: Trx,
  { id, userId, isRead }: { id: string; userId: string; isRead: boolean },
): Promise<boolean> {
  const marked = await trx
    .updateTable('notifications')
    .set({ is_read: isRead, ...(isRead && { is_open: false }) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('delete_after', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Marks all of a user's notifications, up to the instant where one is given. */
export async function markAllNotifications(
  trx: Trx,
  { userId, isRead, until }: { userId: string; isRead: boolean; until: Date | undefined },
): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ is_read: isRead, ...(isRead && { is_open: false }) })
    .where('user_id', '=', userId)
    .where('is_read', '=', !isRead)
    .where('delete_after', 'is', null)
    .$if(until !== undefined, (query) => query.where('latest_at', '<=', until ?? new Date()))
    .execute();
}

/**
 * Hides one of a user's notifications from every list until `deleteAfter`, when it is removed. A repeat before that
 * keeps the first time. Returns whether the notification exists.
 */
export async function deleteNotification(
  trx: Trx,
  { id, userId, now, deleteAfter }: { id: string; userId: string; now: Date; deleteAfter: Date },
): Promise<boolean> {
  const deleted = await trx
    .updateTable('notifications')
    .set((eb) => ({ delete_after: eb.fn.coalesce('delete_after', eb.val(deleteAfter)), is_open: false }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', now)]))
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Restores a deleted notification. Returns whether it was there and not yet due for removal. */
export async function restoreNotification(
  trx: Trx,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const restored = await trx
    .updateTable('notifications')
    .set({ delete_after: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', now)]))
    .returning('id')
    .executeTakeFirst();
  return restored !== undefined;
}

/** Deletes what a post had people notified of, and forgets who did: the post is about to go for good. */
export async function deleteNotificationsOfPost(trx: Trx, postId: string, now: Date): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ delete_after: now, post_id: null, is_open: false })
    .where('post_id', '=', postId)
    .execute();
  await trx
    .deleteFrom('notification_senders')
    .where('object_id', '=', postId)
    .where('notification_id', 'is', null)
    .execute();
}

/** Deletes what others were notified of by a post that only its creator may see from now on. */
export async function deleteAnnouncements(trx: Trx, postId: string, now: Date): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ delete_after: now, is_open: false })
    .where('post_id', '=', postId)
    .where('type', '=', 'new-post')
    .execute();
}

/** Deleted notifications whose time has come, the longest due first. */
export function findDueNotifications(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('notifications')
    .select(['id', 'user_id'])
    .where('delete_after', '<=', now)
    .orderBy('delete_after')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Removes those of these notifications that are due, and returns them. Their senders stay recorded, so that nothing is
 * notified of twice, unless the object is gone, too.
 */
export async function removeNotifications(trx: Trx, ids: readonly string[], now: Date) {
  await trx
    .updateTable('notification_senders as s')
    .from('notifications as n')
    .set({ notification_id: null })
    .whereRef('n.id', '=', 's.notification_id')
    .where('n.id', '=', anyOf(ids))
    .where('n.delete_after', '<=', now)
    .where((eb) => eb.or([eb('n.post_id', 'is not', null), eb('n.type', 'not in', ofPosts)]))
    .execute();
  return trx
    .deleteFrom('notifications')
    .where('id', '=', anyOf(ids))
    .where('delete_after', '<=', now)
    .returning(['id', 'user_id'])
    .execute();
}
