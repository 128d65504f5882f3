import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { hidden } from '#db/hidden.ts';
import { earthRadiusKilometers } from '../earth.schema.ts';

/** What speaks for following an organization. */
export interface SuggestionReasonsRow {
  id: string;
  friends: number;
  causes: number;
  kilometers: number | null;
  last_published_at: Date | null;
}

/** What speaks for each of a few organizations, to a user. Where a place is not known, `least` would ignore that. */
export async function findSuggestionReasons(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<SuggestionReasonsRow[]> {
  const user = hidden(userId, 'uuid');
  const { rows } = await sql<SuggestionReasonsRow>`
    with own as materialized (
      select (address->>'latitude')::float8 as latitude, (address->>'longitude')::float8 as longitude
      from (
        select address from individuals where user_id = ${user}
        union all
        select address from organizations where user_id = ${user}
      ) as profiles limit 1
    )
    select o.user_id as id, o.last_published_at,
      (
        select count(*)::int from friends
        join follows on follows.follower_id = friends.friend_id and follows.following_id = o.user_id
        where friends.user_id = ${user}
      ) as friends,
      (
        select count(*)::int from user_impact_areas as theirs
        join user_impact_areas as mine on mine.impact_area_id = theirs.impact_area_id
        where theirs.user_id = o.user_id and mine.user_id = ${user}
      ) as causes,
      (
        select 2 * ${earthRadiusKilometers}::float8 * asin(sqrt(least(1,
          power(sin(radians(place.latitude - own.latitude) / 2), 2)
          + cos(radians(own.latitude)) * cos(radians(place.latitude))
            * power(sin(radians(place.longitude - own.longitude) / 2), 2)
        )))
        from own, (
          select (o.address->>'latitude')::float8 as latitude, (o.address->>'longitude')::float8 as longitude
        ) as place
        where own.latitude is not null and own.longitude is not null
          and place.latitude is not null and place.longitude is not null
      ) as kilometers
    from organizations o
    where o.user_id = any(${hidden(ids, 'uuid[]')}::uuid[])
  `.execute(db);
  return rows;
}
