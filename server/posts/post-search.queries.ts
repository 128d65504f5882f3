import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import type { PostsTable } from '#db/tables/posts.ts';
import type { Walk } from '../pages.ts';
import { mostPoints } from '../search/search.schema.ts';
import { encodePostPlace, orderOf, readPostPlace, standsBefore, standsFrom } from './post-order.ts';
import { findNearestPosts, listPosts, type PostQuery, selectPosts } from './posts.queries.ts';

/** The pages of the posts that a filter finds, newest first, those that have ended last. */
export function walkPosts(db: Db, query: PostQuery): Walk {
  const { filter } = query;
  const { placeOf } = orderOf(filter);
  return {
    step: async (from, direction, limit) => {
      const isOn = direction === 'on';
      const place = readPostPlace(from);
      const condition = place && (isOn ? standsFrom : standsBefore)(filter, place);
      const rows = await listPosts(db, query, { limit, condition, direction: isOn ? 'desc' : 'asc' });
      return rows.map((row) => ({ id: row.id, cursor: encodePostPlace(placeOf(row)) }));
    },
    count: async (most) => {
      const { count } = await db
        .selectFrom(selectPosts(db, query).select('id').limit(most).as('counted'))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

/** Those that have a place, newest or nearest first; one more than a map shows, where there is one. */
export async function findPostPoints(db: Db, { around, ...query }: PostQuery) {
  if (!around) return findNewestPoints(db, query);
  const nearest = await findNearestPosts(db, { ...query, around }, mostPoints + 1);
  const ids = nearest.map(({ id }) => id);
  const posts = db.selectFrom('posts').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`);
  const points = new Map((await selectPoints(db, posts).execute()).map((point) => [point._id, point]));
  return ids.flatMap((id) => points.get(id) ?? []);
}

function findNewestPoints(db: Db, query: PostQuery) {
  const at = query.filter.isActive ? 'published_at' : 'created_at';
  const newest = selectPosts(db, query)
    .selectAll()
    // Nothing has one coordinate only, and the planner takes the two for independent.
    .where('latitude', 'is not', null)
    .orderBy(at, 'desc')
    .orderBy('id', 'desc')
    .limit(mostPoints + 1);
  return selectPoints(db, newest).orderBy(`posts.${at}`, 'desc').orderBy('posts.id', 'desc').execute();
}

/** Posts that have a place, as a map shows them. */
const selectPoints = (db: Db, posts: SelectQueryBuilder<Database, 'posts', Selectable<PostsTable>>) =>
  db
    .selectFrom(posts.as('posts'))
    .innerJoin('organizations', 'organizations.user_id', 'posts.creator_id')
    .select([
      'posts.id as _id',
      'posts.post_type as postType',
      'posts.title',
      'organizations.name as organizationName',
      'posts.full_address as fullAddress',
      'posts.latitude',
      'posts.longitude',
    ])
    .$narrowType<{ fullAddress: string; latitude: number; longitude: number }>();
