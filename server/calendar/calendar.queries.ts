import { type Expression, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { cutPage, type KeysetCursor } from '#db/keyset.ts';
import type { UserType } from '#db/tables/columns.ts';
import { maySeeActivity } from '../access.ts';
import { type Around, isWithin } from '../near.ts';
import { matchesFilter } from '../posts/posts.queries.ts';
import type { CalendarFilter } from './calendar.schema.ts';
import { calendarMinutes } from './calendar-rules.schema.ts';

/** Whose calendar, and who looks at it. */
export interface CalendarOf {
  owner: { id: string; user_type: UserType };
  viewerId: string | undefined;
}

interface CalendarQuery extends CalendarOf {
  filter: Omit<CalendarFilter, 'startDate' | 'endDate' | 'near'>;
  /** Around where posts have to be. */
  around?: Around | undefined;
  /** What is over by then is left out, and what begins later. */
  from: Date;
  to: Date;
  limit: number;
  cursor: KeysetCursor | undefined;
}

/** Where a post of the table `posts` stands in a calendar, and until when. */
const starts = sql<Date>`(case when is_active then start_at else scheduled_publish_at end)`;
const ends = sql<Date>`(case
  when not is_active then scheduled_publish_at + ${sql.lit(calendarMinutes.scheduled)} * interval '1 minute'
  else takes_place_until
end)`;

/**
 * A page of a calendar, in the order of time. The viewer's own one holds the published posts with dates of the
 * organizations followed, those added and those with a "going"; an organization's its own posts, and for others
 * nothing else. Where a user goes is shown to whom the privacy settings allow. One statement.
 */
export async function findCalendar(db: Db, query: CalendarQuery) {
  const { limit, cursor, around } = query;
  const { scheduledPublish: _, ...filter } = query.filter;
  const userId = query.owner.id;
  const rows = await db
    .selectFrom('posts')
    .select([
      'id',
      'post_type',
      'title',
      'start_at',
      'end_at',
      'time_zone',
      'full_address',
      'latitude',
      'longitude',
      'creator_id',
      'is_active',
      'top_need',
      'scheduled_publish',
      'scheduled_publish_at',
      starts.as('starts'),
      ends.as('ends'),
    ])
    .select((eb) => [
      eb
        .selectFrom('organizations')
        .select('name')
        .whereRef('user_id', '=', 'posts.creator_id')
        .$asScalar()
        .$notNull()
        .as('organization_name'),
      sql<string[]>`array(select impact_area_id from post_impact_areas where post_id = posts.id)`.as(
        'impact_areas',
      ),
      sql<string[]>`array(select skill_id from post_skills where post_id = posts.id)`.as('skills'),
      isAmong(eb.ref('posts.creator_id'), followedBy(userId)).as('followed'),
      isAmong(eb.ref('posts.id'), addedBy(userId)).as('added'),
      isAmong(eb.ref('posts.id'), goneToBy(userId)).as('going'),
    ])
    // As an array, each of which is looked up: a join may read all posts, as it cannot know how few these are.
    .where('posts.id', '=', sql<string>`any(array${idsOf(query)})`)
    .where((eb) => eb.and(matchesFilter(eb, { ...filter, isActive: showsScheduled(query) ? null : true })))
    .$if(filter.isActive === false, (q) => q.where((eb) => eb('is_active', '=', eb.lit(false))))
    .$if(around !== undefined, (q) => q.where(around ? isWithin(around) : sql<boolean>`true`))
    .$if(cursor !== undefined, (q) =>
      q.where(sql<boolean>`(${starts}, id) > (${cursor?.at}::timestamptz, ${cursor?.id}::uuid)`),
    )
    .orderBy(starts)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.starts, id: row.id }));
}
export type CalendarRow = Awaited<ReturnType<typeof findCalendar>>['page'][number];

/**
 * What a calendar for other programs holds beside that: descriptions, until when posts take place, and when they were
 * made and changed.
 */
export function findTexts(db: Db, postIds: readonly string[]) {
  return db
    .selectFrom('posts')
    .select(['id', 'description', 'takes_place_until', 'created_at', 'updated_at'])
    .where('id', '=', sql<string>`any(${postIds}::uuid[])`)
    .execute();
}

/**
 * What no longer takes place, of what stood in a calendar between two instants: of the organizations followed and what
 * was added or gone to; of an organization its own. The latest first.
 */
export function findCancellations(
  db: Db,
  {
    owner,
    viewerId,
    from,
    to,
    limit,
  }: Pick<CalendarQuery, 'owner' | 'viewerId' | 'from' | 'to'> & { limit: number },
) {
  const isOwn = owner.id === viewerId;
  return db
    .selectFrom('calendar_cancellations as c')
    .select(['c.post_id', 'c.title', 'c.start_at', 'c.end_at', 'c.created_at', 'c.cancelled_at'])
    .where('c.start_at', '<=', to)
    .where('c.end_at', '>=', from)
    .where((eb) =>
      eb.or([
        eb('c.creator_id', '=', owner.id),
        ...(isOwn
          ? [
              isAmong(eb.ref('c.creator_id'), followedBy(owner.id)),
              isAmong(
                eb.ref('c.post_id'),
                sql`select post_id from calendar_cancellation_people where user_id = ${owner.id}`,
              ),
            ]
          : []),
      ]),
    )
    .orderBy('c.cancelled_at', 'desc')
    .limit(limit)
    .execute();
}

const followedBy = (userId: string) =>
  sql`select following_id as id from follows where follower_id = ${userId}`;
const addedBy = (userId: string) => sql`select post_id from scheduler_entries where user_id = ${userId}`;
const goneToBy = (userId: string) =>
  sql`select post_id from post_interests where user_id = ${userId} and going_at is not null`;

const isAmong = (id: Expression<string>, ids: Expression<unknown>) => sql<boolean>`${id} in (${ids})`;

/** Whether a calendar is requested with scheduled posts, which are shown to their organization. */
const showsScheduled = ({ filter }: Pick<CalendarQuery, 'filter'>) =>
  filter.scheduledPublish || filter.isActive !== true;

/** The ids of what stands in a calendar between two instants: each source straight from its index. */
function idsOf({ owner, viewerId, filter, from, to }: CalendarQuery) {
  const isOwn = owner.id === viewerId;
  const isOrganization = owner.user_type === 'organization';
  // In subqueries the planner does not see the instants. It has no better plan for any of them, yet would make one each
  // time, which takes longer than finding the calendar.
  const isShown = sql`p.is_active and p.start_at <= (select ${to}::timestamptz)
    and p.takes_place_until >= (select ${from}::timestamptz)`;
  const organizations = [
    ...(isOrganization ? [sql`select ${owner.id}::uuid as id`] : []),
    ...(isOwn || !isOrganization ? [followedBy(owner.id)] : []),
  ];
  const sources = [
    // The offset keeps this a look into the index for each organization: joined to hundreds, posts are read whole.
    sql`select p.id from (${sql.join(organizations, sql` union all `)}) creator
      cross join lateral (select p.id from posts p where p.creator_id = creator.id and ${isShown} offset 0) p`,
    ...(isOwn || !isOrganization
      ? [
          sql`select p.id from (${addedBy(owner.id)}) a join posts p on p.id = a.post_id where ${isShown}`,
          sql`select p.id from (select ${owner.id}::uuid as id) owner
            cross join (${goneToBy(owner.id)}) g join posts p on p.id = g.post_id
            where ${isShown} and ${maySeeActivity('owner.id', viewerId)}`,
        ]
      : []),
    ...(isOwn && showsScheduled({ filter })
      ? [
          sql`select p.id from posts p
            where p.creator_id = ${owner.id} and p.scheduled_publish and p.scheduled_publish_at <= ${to}
              and p.scheduled_publish_at
                >= ${from}::timestamptz - ${sql.lit(calendarMinutes.scheduled)} * interval '1 minute'`,
        ]
      : []),
  ];
  return sql<string>`(${sql.join(sources, sql` union `)})`;
}
