import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import { compileOnce, type Statement } from '#db/batch.ts';
import type { Db, Trx } from '#db/database.ts';
import { cutPage } from '#db/keyset.ts';
import { plannedAnew } from '#db/planned-anew.ts';
import type { Database } from '#db/schema.ts';
import { calendarMinutes } from '../calendar/calendar-rules.schema.ts';
import { type Around, findNearest, isRare, type NearRow, type NearSearch } from '../near.ts';
import { id } from '../validation.schema.ts';
import { encodePostPlace, type OrderedRow, orderOf, type PostPlace, standsBehind } from './post-order.ts';
import { hasField, type PostType } from './post-rules.schema.ts';
import type { PostEntry, PostFilter } from './posts.schema.ts';

/** A picture of a post, as it is to be stored. */
export interface PostPicture {
  path: string;
  width: number;
  height: number;
  description: string;
  createdAt: Date;
}

/** A post as it is to be stored: what was entered, with pictures in the media store. */
export interface PostContent {
  entry: PostEntry;
  pictures: readonly PostPicture[];
}

/**
 * Makes the writes that change what an organization has published wait for one another, so that each sees what the
 * others did when it calls `refreshLastPublished`. Taken before any row of the organization's posts.
 */
export async function lockOrganization(trx: Trx, organizationId: string): Promise<void> {
  await trx
    .selectFrom('organizations')
    .select('user_id')
    .where('user_id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** Brings `last_published_at` in step with the organization's active posts. Needs `lockOrganization` first. */
export async function refreshLastPublished(trx: Trx, organizationId: string): Promise<void> {
  await trx
    .updateTable('organizations')
    .set((eb) => ({
      last_published_at: eb
        .selectFrom('posts')
        .select('published_at')
        .where('creator_id', '=', organizationId)
        .where('is_active', '=', eb.lit(true))
        .orderBy('published_at', 'desc')
        .limit(1),
    }))
    .where('user_id', '=', organizationId)
    .execute();
}

/** Who owns a post and in what state it is. Nothing here may be returned to anybody but the creator. */
export const findPostState = (db: Db, id: string) => selectPostState(db, id).executeTakeFirst();

/** The same, and keeps the post from being changed or deleted until the transaction ends. */
export const lockPost = (trx: Trx, id: string) =>
  selectPostState(trx, id).forNoKeyUpdate().executeTakeFirst();

/**
 * The same, and keeps others from referring to the post. A lock that lets them would have to be strengthened when the
 * post is deleted, and wait there for those who by then wait for the rows that hang on it.
 */
export const lockPostToDelete = (trx: Trx, id: string) =>
  selectPostState(trx, id).forUpdate().executeTakeFirst();

/**
 * Keeps the post for any number of writes at a time that refer to it: it stays until they end, though it may change.
 * Taken before any row that hangs on the post, since deleting the post comes to those after it.
 */
export const keepPost = (trx: Trx, id: string) => selectPostState(trx, id).forKeyShare().executeTakeFirst();

/** The same, and what is true of the post stays true, too. */
export const keepPostAsItIs = (trx: Trx, id: string) => selectPostAsItIs(trx, id).executeTakeFirst();

/** Returns the statement that finds and keeps the same. */
export const selectPostAsItIs = (trx: Trx, id: string) => selectPostState(trx, id).forShare();

function selectPostState(db: Db, id: string) {
  return db
    .selectFrom('posts')
    .select([
      'id',
      'creator_id',
      'post_type',
      'is_active',
      'published_at',
      'scheduled_publish_at',
      'start_at',
      'time_zone',
    ])
    .where('id', '=', id);
}

/** Inserts a post with everything that belongs to it. Returns false, and inserts nothing, where the id is taken. */
export async function insertPost(
  trx: Trx,
  post: PostContent & { id: string; creatorId: string; now: Date },
): Promise<boolean> {
  const { id, creatorId, entry, now } = post;
  const publishedAt = entry.isActive ? now : null;
  const inserted = await trx
    .insertInto('posts')
    .values({
      id,
      creator_id: creatorId,
      post_type: entry.postType,
      social_media_sharing: '{}',
      ...columnsOf(entry, now),
      published_at: publishedAt,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await trx.insertInto('post_counters').values({ post_id: id }).execute();
  await insertParts(trx, id, post, publishedAt);
  return true;
}

/** Makes a post what was entered, with everything that belongs to it. */
export async function updatePost(
  trx: Trx,
  post: PostContent & { id: string; publishedAt: Date | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ ...columnsOf(post.entry, post.now), published_at: post.publishedAt, updated_at: post.now })
    .where('id', '=', post.id)
    .execute();
  for (const table of ['post_images', 'post_required_items', 'post_impact_areas', 'post_skills'] as const)
    await trx.deleteFrom(table).where('post_id', '=', post.id).execute();
  await insertParts(trx, post.id, post, post.publishedAt);
}

/** Deletes a post, which `lockPostToDelete` keeps; what hangs on it goes with it. */
export async function deletePost(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('posts').where('id', '=', id).execute();
}

/**
 * Notes at most `limit` posts that have ended by now, and returns how many. One that is locked, by a save or by another
 * process that notes it, is passed over: what is not noted by then is found by the next look.
 */
export async function noteEndedPosts(db: Db, now: Date, limit: number): Promise<number> {
  const ended = await db
    .updateTable('posts')
    .set({ is_open: false })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('posts')
        .select('id')
        // Written out, so that a plan that is kept for all values can use the index on them.
        .where((post) => post('is_open', '=', post.lit(true)))
        .where('takes_place_until', '<=', now)
        .orderBy('takes_place_until')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  return Number(ended.numUpdatedRows);
}

/** The columns that come from the form. What a type does not have is empty. */
function columnsOf(entry: PostEntry, now: Date) {
  const { address, startDateTime, endDateTime } = entry;
  return {
    title: entry.title,
    description: entry.description,
    keywords: entry.keywords,
    start_at: startDateTime ? new Date(startDateTime) : null,
    end_at: endDateTime ? new Date(endDateTime) : null,
    is_open: !isOver(entry, now),
    time_zone: startDateTime ? (entry.timeZone ?? null) : null,
    full_address: address?.fullAddress ?? null,
    latitude: address?.latitude ?? null,
    longitude: address?.longitude ?? null,
    is_active: entry.isActive,
    top_need: entry.topNeed ?? false,
    post_url: entry.postURL || null,
    contact: entry.contact || null,
    expected_required_hours: entry.expectedRequiredHours ?? null,
    petition_link: entry.petitionLink || null,
    scheduled_publish: entry.scheduledPublish,
    scheduled_publish_at: entry.scheduledPublish ? (entry.scheduledPublishDateTime ?? null) : null,
    ...(entry.socialMediaSharing && { social_media_sharing: JSON.stringify(entry.socialMediaSharing) }),
  };
}

/** Whether what is entered is over: at its end, or an hour after its start where it has no end. */
function isOver({ startDateTime, endDateTime }: PostEntry, now: Date): boolean {
  if (!startDateTime) return false;
  const until = endDateTime
    ? Date.parse(endDateTime)
    : Date.parse(startDateTime) + calendarMinutes.withoutEnd * 60_000;
  return until <= now.getTime();
}

async function insertParts(
  trx: Trx,
  postId: string,
  { entry, pictures }: PostContent,
  publishedAt: Date | null,
): Promise<void> {
  const { impactAreas, skills = [], requiredItems = [] } = entry;
  if (pictures.length > 0)
    await trx
      .insertInto('post_images')
      .values(
        pictures.map(({ createdAt, ...picture }, position) => ({
          post_id: postId,
          position,
          ...picture,
          created_at: createdAt,
        })),
      )
      .execute();
  if (requiredItems.length > 0)
    await trx
      .insertInto('post_required_items')
      .values(
        requiredItems.map(({ neededBy, ...item }, position) => ({
          post_id: postId,
          position,
          ...item,
          needed_by: neededBy,
        })),
      )
      .execute();
  if (impactAreas.length > 0)
    await trx
      .insertInto('post_impact_areas')
      .values(
        impactAreas.map((impact_area_id) => ({ post_id: postId, impact_area_id, published_at: publishedAt })),
      )
      .execute();
  if (skills.length > 0)
    await trx
      .insertInto('post_skills')
      .values(skills.map((skill_id) => ({ post_id: postId, skill_id })))
      .execute();
}

/** Where an organization is, and in which time zone its newest post with dates takes place. */
export interface Whereabouts {
  address: Selectable<Database['organizations']>['address'];
  newest_time_zone: string | null;
}

/** Returns the statement that finds the whereabouts of an organization. */
export const selectWhereabouts = (db: Db, organizationId: string): Statement<Whereabouts> =>
  compileOnce('select whereabouts', { organizationId }, (hole) =>
    db
      .selectFrom('organizations as o')
      .select((eb) => [
        'o.address',
        eb
          .selectFrom('posts as p')
          .select('p.time_zone')
          .whereRef('p.creator_id', '=', 'o.user_id')
          .where('p.time_zone', 'is not', null)
          .orderBy('p.created_at', 'desc')
          .limit(1)
          .as('newest_time_zone'),
      ])
      .where('o.user_id', '=', hole.organizationId),
  );

/** The pictures that a post has. */
export function findPictures(db: Db, postId: string) {
  return db
    .selectFrom('post_images')
    .select(['path', 'width', 'height', 'created_at as createdAt'])
    .where('post_id', '=', postId)
    .execute();
}

/** Which posts, and for whom: of unpublished ones a viewer gets only their own. */
export interface PostQuery {
  filter: PostFilter;
  viewerId: string | undefined;
  /** Around where they have to be. */
  around?: Around | undefined;
}

/** The posts that a filter finds, in no order. */
export function selectPosts(db: Db, { filter, viewerId }: Omit<PostQuery, 'around'>) {
  return db
    .selectFrom('posts')
    .where((eb) => eb.and([...isVisible(eb, filter, viewerId), ...matchesFilter(eb, filter)]));
}

/** What must hold of the state of a post. */
const isVisible = (
  eb: ExpressionBuilder<Database, 'posts'>,
  { isActive }: PostFilter,
  viewerId: string | undefined,
) => [
  // Written out, so that a plan that is kept for all values can use the indexes on published posts.
  ...(isActive === null ? [] : [eb('posts.is_active', '=', eb.lit(isActive))]),
  ...(isActive ? [] : [eb('posts.creator_id', '=', viewerId ?? null)]),
];

/** The nearest of the posts that a filter finds around a place, those that have ended last. */
export async function findNearestPosts(
  db: Db,
  query: PostQuery & { around: Around },
  wanted: number,
): Promise<NearRow[]> {
  const isFew = await isRare(db, searchNear(query, {}));
  const find = (isOpen: boolean, most: number) =>
    findNearest(db, { ...searchNear(query, { isOpen }), isRare: isFew }, most);
  const open = await find(true, wanted);
  if (open.length === wanted) return open;
  const ended = await find(false, wanted - open.length);
  return [...open, ...ended.map((row) => ({ ...row, place: row.place + behindAll }))];
}

/**
 * Whether a post has any of these, where there are some; looked up for each post. With `exists` or a join the planner first
 * reads which of all posts have them.
 */
const hasAny = (table: 'post_impact_areas' | 'post_skills', column: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : [
        sql<SqlBool>`coalesce((
          select true from ${sql.table(table)} as choice
          where choice.post_id = posts.id and choice.${sql.ref(column)} = any(${ids}::text[]) limit 1
        ), false)`,
      ];

const hasPlace = (postType: PostType) => hasField(postType, 'address');

/** The posts that a filter finds around a place. Those that are open and those that have ended have indexes of their own. */
export function searchNear(
  { filter, viewerId, around }: PostQuery & { around: Around },
  { isOpen, from }: { isOpen?: boolean; from?: Date },
): NearSearch {
  const eb = expressionBuilder<Database, 'posts'>();
  const { impactAreas, skills, ...others } = filter;
  const { postTypes = [] } = filter;
  const conditionsOn = (asked: PostFilter) => [
    ...matchesFilter(eb, asked),
    ...(from ? [eb('start_at', '>=', from)] : []),
    ...(postTypes.length > 0 && !postTypes.some(hasPlace) ? [eb.lit(false)] : []),
  ];
  const conditions = conditionsOn(filter);
  return {
    from: sql`posts`,
    alias: 'posts',
    id: sql.ref<string>('posts.id'),
    around,
    indexed: eb.and([
      ...isVisible(eb, filter, viewerId),
      eb('latitude', 'is not', null),
      ...(isOpen === undefined ? [] : [eb('is_open', '=', eb.lit(isOpen))]),
    ]),
    where: conditions.length > 0 ? eb.and(conditions) : undefined,
    whereEach: eb.and([
      ...conditionsOn(others),
      ...hasAny('post_impact_areas', 'impact_area_id', impactAreas ?? []),
      ...hasAny('post_skills', 'skill_id', skills ?? []),
    ]),
    isRare: filter.isActive !== true || Boolean(filter.creatorId) || undefined,
  };
}

/** More kilometres than anything near is away. */
const behindAll = 1_000;

/** A page of the posts that a filter finds, newest first, those that have ended last. */
export async function findPosts(
  db: Db,
  { limit, place, ...query }: PostQuery & { limit: number; place: PostPlace | undefined },
): Promise<{ ids: string[]; cursor: string | null }> {
  const condition = place && standsBehind(query.filter, place);
  const rows = await listPosts(db, query, { limit: limit + 1, condition });
  const cut = cutPage(rows, limit, orderOf(query.filter).placeOf, encodePostPlace);
  return { ids: cut.page.map(({ id }) => id), cursor: cut.cursor };
}

interface Stretch {
  limit: number;
  condition: Expression<SqlBool> | undefined;
  direction?: 'desc' | 'asc';
}

/** The first posts of a list of which a condition holds; with `asc` the last ones, in the reverse order. */
export async function listPosts(
  db: Db,
  query: PostQuery,
  { limit, condition, direction = 'desc' }: Stretch,
): Promise<OrderedRow[]> {
  const { columns } = orderOf(query.filter);
  const order = sql.join([...columns, 'id'].map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
  const select = (filter: PostFilter) =>
    selectPosts(db, { ...query, filter })
      .select(['id', ...columns])
      .$if(condition !== undefined, (list) => list.where(condition ?? sql.lit(true)))
      .orderBy(order)
      .limit(limit);
  const [list, ...others] = filtersByType(query.filter).map(select);
  if (list && others.length === 0) return list.execute();
  const lists = sql.join(
    [list, ...others].map((each) => sql`(${each})`),
    sql` union all `,
  );
  const { rows } = await sql<OrderedRow>`
    select * from (${lists}) as posts order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/**
 * Each type has a list of its own in the index. Several are put together from theirs: few posts of a type are open
 * among very many of those types that never end. What finds few posts by something else has no use for that.
 */
function filtersByType(filter: PostFilter): PostFilter[] {
  const { postTypes = [], isActive, title, fullAddress, keyword, startDate, endDate } = filter;
  const findsFew = title || fullAddress || keyword || startDate !== undefined || endDate !== undefined;
  if (!isActive || findsFew || postTypes.length < 2) return [filter];
  return [...new Set(postTypes)].map((postType) => ({ ...filter, postTypes: [postType] }));
}

/** What must hold of a post that a filter finds, its state aside. */
export function matchesFilter(eb: ExpressionBuilder<Database, 'posts'>, filter: PostFilter) {
  const {
    creatorId,
    postTypes,
    title,
    impactAreas,
    skills,
    keyword,
    topNeed,
    startDate,
    endDate,
    fullAddress,
    scheduledPublish,
  } = filter;
  return [
    ...(creatorId ? [isUuid(creatorId) ? eb('creator_id', '=', creatorId) : eb.lit(false)] : []),
    ...(scheduledPublish === undefined ? [] : [eb('scheduled_publish', '=', scheduledPublish)]),
    ...(!postTypes?.length ? [] : [isOfType(eb, postTypes)]),
    ...(title ? [isIn(eb.ref('title'), title)] : []),
    ...(fullAddress ? [isIn(eb.ref('full_address'), fullAddress)] : []),
    ...(keyword
      ? [
          // What the index finds, and of that where it does not reach from one keyword into the next.
          isIn(sql`joined_texts(keywords)`, keyword),
          sql<boolean>`exists (select from unnest(keywords) as word where ${isIn(sql`word`, keyword)})`,
        ]
      : []),
    ...(topNeed ? [eb('top_need', '=', eb.lit(true))] : []),
    ...(startDate === undefined && endDate === undefined ? [] : [takesPlace(startDate, endDate)]),
    ...(!impactAreas?.length
      ? []
      : [
          eb.exists(
            eb
              .selectFrom('post_impact_areas')
              .select('post_id')
              .whereRef('post_id', '=', 'posts.id')
              .where('impact_area_id', '=', sql<string>`any(${impactAreas}::text[])`)
              // Those of published posts have an index of their own.
              .$if(filter.isActive === true, (areas) => areas.where('published_at', 'is not', null)),
          ),
        ]),
    ...(!skills?.length
      ? []
      : [
          eb.exists(
            eb
              .selectFrom('post_skills')
              .select('post_id')
              .whereRef('post_id', '=', 'posts.id')
              .where('skill_id', '=', sql<string>`any(${skills}::text[])`),
          ),
        ]),
  ];
}

/** One type is an equation, which lets an index give the posts in order. */
const isOfType = (eb: ExpressionBuilder<Database, 'posts'>, [first, ...others]: readonly PostType[]) =>
  first !== undefined && others.length === 0
    ? eb('post_type', '=', first)
    : eb('post_type', '=', sql<PostType>`any(${[first, ...others]}::text[])`);

/** Whether a text can be an id of the database. */
const isUuid = (value: string) => id.safeParse(value).success;

/**
 * Whether a post has dates, ends at or after an instant, and begins at or before another. Written as the index on it
 * is, and with one range, of which it is known how many posts lie in it.
 */
function takesPlace(from: string | undefined, to: string | undefined) {
  const span = sql`case when start_at is not null then tstzrange(start_at, coalesce(end_at, start_at), '[]') end`;
  return from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from)
    ? sql<boolean>`${plannedAnew} ${span} @> tstzrange(${to}, ${from}, '[]')`
    : sql<boolean>`${plannedAnew} ${span} && tstzrange(${from ?? null}, ${to ?? null}, '[]')`;
}

/** Whether a text contains a part, in whatever case. */
const isIn = (text: Expression<unknown>, part: string) =>
  sql<boolean>`${plannedAnew} ${text} ilike ${containing(part)}`;

/** A pattern for texts that contain this one, whatever signs it holds. */
const containing = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
