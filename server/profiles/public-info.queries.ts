import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { compileOnce } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { hidden } from '#db/hidden.ts';
import { maySeeCalendar } from '../access.ts';
import { selectFriendEndorserCount } from '../endorsements/endorsements.queries.ts';
import { selectFollowingCount, selectFriendFollowerCount } from '../follows/follows.queries.ts';
import { totalOf } from '../relations/relations.queries.ts';

/**
 * Returns the statement that finds everything that a user's public page shows, but what there is between the viewer and
 * the user. It returns no row where there is no such user.
 */
export function selectPublicInfo(db: Db, userId: string, viewerId: string | undefined) {
  // Whoever looks at their own page sees all of it, by another statement.
  if (userId === viewerId)
    return compileOnce('select own public info', { userId }, (hole) => {
      const self = hidden(hole.userId, 'uuid');
      return joinPublicInfo(db, self, self);
    });
  if (viewerId === undefined)
    return compileOnce('select public info for a visitor', { userId }, (hole) =>
      joinPublicInfo(db, hidden(hole.userId, 'uuid'), undefined),
    );
  return compileOnce('select public info', { userId, viewerId }, (hole) =>
    joinPublicInfo(db, hidden(hole.userId, 'uuid'), hidden(hole.viewerId, 'uuid')),
  );
}

const joinPublicInfo = (db: Db, userId: Expression<string>, viewerId: Expression<string> | undefined) =>
  db
    .selectFrom('users as u')
    .leftJoin('individuals as i', 'i.user_id', 'u.id')
    .leftJoin('organizations as o', 'o.user_id', 'u.id')
    .select(['u.id', 'u.user_type', 'i.first_name', 'i.last_name', 'o.name'])
    .select([
      'o.phone',
      'o.ein',
      'o.website',
      'o.contact_email',
      'o.mission',
      'o.description',
      'o.service_area_types',
      'o.service_areas',
      'o.keywords',
      'o.donation_link',
      'o.news_letter_link',
      'o.events_link',
      'o.rss_link',
      'o.blog_link',
    ])
    .select((eb) => [
      eb.fn.coalesce('o.profile_picture', 'i.profile_picture').as('profile_picture'),
      eb.fn.coalesce('o.address', 'i.address').as('address'),
      jsonArrayFrom(
        eb
          .selectFrom('user_organization_types as c')
          .innerJoin('organization_types as l', 'l.id', 'c.organization_type_id')
          .select(['l.id as _id', 'l.name'])
          .whereRef('c.user_id', '=', 'o.user_id')
          .orderBy('l.name'),
      ).as('organization_types'),
      jsonArrayFrom(
        eb
          .selectFrom('user_impact_areas as c')
          .innerJoin('impact_areas as l', 'l.id', 'c.impact_area_id')
          .select(['l.id as _id', 'l.name'])
          .whereRef('c.user_id', '=', 'o.user_id')
          .orderBy('l.name'),
      ).as('impact_areas'),
      totalOf('followers', userId).as('followers'),
      selectFollowingCount(db, userId).$asScalar().$notNull().as('followings'),
      totalOf('endorsers', userId).as('endorsers'),
      selectFriendFollowerCount(db, { userId, viewerId }).$asScalar().$notNull().as('friends_followers'),
      selectFriendEndorserCount(db, { userId, viewerId }).$asScalar().$notNull().as('friends_endorsers'),
      sql<boolean>`coalesce(${maySeeCalendar('u.id', viewerId)}, false)`.as('sees_calendar'),
    ])
    .where('u.id', '=', userId);
export type PublicInfoRow = Awaited<ReturnType<ReturnType<typeof joinPublicInfo>['execute']>>[number];
