import { expressionBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import type { Search } from '../search/search.queries.ts';
import { mostPoints } from '../search/search.schema.ts';
import { matchesFilter } from './posts.queries.ts';
import type { PostFilter } from './posts.schema.ts';

/** The published posts that a filter lets through, those made last first. */
export function postSearch(filter: PostFilter): Search {
  const eb = expressionBuilder<Database, 'posts'>();
  return {
    from: sql`posts`,
    id: sql.ref('posts.id'),
    where: eb.and([eb('is_active', '=', eb.lit(true)), ...matchesFilter(eb, filter)]),
  };
}

/** Those of them that have a place; one more than a map shows, where there is one. */
export async function findPostPoints(db: Db, filter: PostFilter) {
  return db
    .selectFrom('posts')
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
    .where('posts.id', 'in', (eb) =>
      eb
        .selectFrom('posts')
        .select('posts.id')
        .where((inner) => inner('is_active', '=', inner.lit(true)))
        .where('latitude', 'is not', null)
        .where('longitude', 'is not', null)
        .where((inner) => inner.and(matchesFilter(inner, filter)))
        .orderBy('posts.id', 'desc')
        .limit(mostPoints + 1),
    )
    .orderBy('posts.id', 'desc')
    .execute();
}
