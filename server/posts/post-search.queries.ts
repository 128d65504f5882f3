import type { Db } from '#db/database.ts';
import type { Walk } from '../pages.ts';
import { mostPoints } from '../search/search.schema.ts';
import { encodePostPlace, orderOf, readPostPlace, standsBefore, standsFrom } from './post-order.ts';
import { listPosts, type PostQuery, selectPosts } from './posts.queries.ts';

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

/** Those that have a place, newest first; one more than a map shows, where there is one. */
export function findPostPoints(db: Db, query: PostQuery) {
  const at = query.filter.isActive ? 'published_at' : 'created_at';
  return db
    .selectFrom(
      selectPosts(db, query)
        .select(['id', 'creator_id', 'post_type', 'title', 'full_address', 'latitude', 'longitude', at])
        .where('latitude', 'is not', null)
        .where('longitude', 'is not', null)
        .orderBy(at, 'desc')
        .orderBy('id', 'desc')
        .limit(mostPoints + 1)
        .as('posts'),
    )
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
    .$narrowType<{ fullAddress: string; latitude: number; longitude: number }>()
    .orderBy(`posts.${at}`, 'desc')
    .orderBy('posts.id', 'desc')
    .execute();
}
