import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { decodeCursor, encodeCursor } from '#db/keyset.ts';
import type { Walk } from '../pages.ts';
import { mostPoints } from '../search/search.schema.ts';
import { type PostQuery, placeOf, selectPosts } from './posts.queries.ts';

/** The pages of the posts that a filter finds, newest first. */
export function walkPosts(db: Db, query: PostQuery): Walk {
  const at = placeOf(query.filter);
  return {
    step: async (from, direction, limit) => {
      const place = from === undefined ? undefined : decodeCursor(from);
      const isOn = direction === 'on';
      const rows = await selectPosts(db, query)
        .select(['id', at])
        .$if(place !== undefined, (q) =>
          q.where(
            sql<boolean>`(${sql.ref(at)}, id) ${isOn ? sql`<=` : sql`>`} (${place?.at}::timestamptz, ${place?.id}::uuid)`,
          ),
        )
        .orderBy(at, isOn ? 'desc' : 'asc')
        .orderBy('id', isOn ? 'desc' : 'asc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        cursor: encodeCursor({ at: row[at] ?? new Date(0), id: row.id }),
      }));
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
  const at = placeOf(query.filter);
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
