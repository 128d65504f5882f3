import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/**
 * Who may see what of whom. Conditions for WHERE clauses, so that a page of what may be seen is a full page;
 * whatever they do not allow is refused. A viewer is a user's id, or undefined for a visitor without a session.
 */

type Viewer = string | undefined;

/** Whether the viewer and the user are friends. */
const isFriend = (user: Expression<string>, viewer: Viewer) =>
  sql<SqlBool>`exists (
    select from friends where friends.user_id = ${viewer ?? null} and friends.friend_id = ${user}
  )`;

/** Whether the viewer and the user have a friend in common. */
const isFriendOfFriend = (user: Expression<string>, viewer: Viewer) =>
  sql<SqlBool>`exists (
    select from friends as mine join friends as theirs on theirs.user_id = mine.friend_id
    where mine.user_id = ${viewer ?? null} and theirs.friend_id = ${user}
  )`;

/**
 * Whether the viewer may come across the user in searches, suggestions and lists of people: organizations always,
 * individuals as their privacy says, administrators never.
 */
export const mayFind = (user: Expression<string>, viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    exists (select from organizations where organizations.user_id = ${user})
    or exists (
      select from individuals as person join users as account on account.id = person.user_id
      where person.user_id = ${user} and account.user_type = 'individual' and person.is_user_searchable
        and (
          person.show_on_search = 'always'
          or person.show_on_search = 'friends-of-friends'
            and (${isFriend(user, viewer)} or ${isFriendOfFriend(user, viewer)})
        )
    )
  )`;

/**
 * Whether the viewer may see what the user likes, is interested in, goes to and shares: of organizations and of
 * oneself always, of others as their privacy says.
 */
export const maySeeActivity = (user: Expression<string>, viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${user} = ${viewer ?? null}
    or exists (select from organizations where organizations.user_id = ${user})
    or exists (
      select from individuals as person
      where person.user_id = ${user}
        and (
          person.show_activity = 'Public'
          or person.show_activity in ('friends', 'friends-of-friends') and ${isFriend(user, viewer)}
          or person.show_activity = 'friends-of-friends' and ${isFriendOfFriend(user, viewer)}
        )
    )
  )`;

/**
 * The user of an address that somebody opens, or undefined where there is none to be seen. Profiles are open to
 * everybody who knows their address: privacy keeps people out of searches, not off their own page.
 */
export function findVisibleUser(db: Db, userId: string) {
  return db.selectFrom('users').select(['id', 'user_type']).where('id', '=', userId).executeTakeFirst();
}
