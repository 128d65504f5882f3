import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { notYours } from './errors.ts';
import type { Session } from './ports.ts';

/**
 * Who may see what of whom. Conditions for WHERE clauses, so that a page of visible rows is a full page; whatever
 * they do not allow is rejected.
 */

/**
 * The column that holds the id of the user in question, with its table. Without one it could mean a column of the
 * condition's own tables; those have names that no query uses.
 */
type Column = `${string}.${string}`;

/** The user who looks, by id or as an expression, or undefined for a visitor without a session. */
type Viewer = string | Expression<string> | undefined;

/**
 * Whether the sub-select has a row. A value and not `exists`, which the planner may turn into a set of everybody to
 * whom it could apply, reading whole tables for one page.
 */
const isAny = (from: RawBuilder<unknown>) => sql<SqlBool>`coalesce((select true ${from} limit 1), false)`;

const isFriend = (user: Column, viewer: Viewer) =>
  isAny(sql`
    from friends as access_friend
    where access_friend.user_id = ${viewer ?? null} and access_friend.friend_id = ${sql.ref(user)}
  `);

const hasCommonFriend = (user: Column, viewer: Viewer) =>
  isAny(sql`
    from friends as access_mine join friends as access_theirs on access_theirs.friend_id = access_mine.friend_id
    where access_mine.user_id = ${viewer ?? null} and access_theirs.user_id = ${sql.ref(user)}
  `);

const isOrganization = (user: Column) =>
  isAny(sql`from organizations as access_organization where access_organization.user_id = ${sql.ref(user)}`);

/** Whether everybody may find the individual of a row of `individuals`, by its alias, unless it is an administrator's. */
export const isFoundByAll = (row: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${row}.is_user_searchable`)} and ${sql.ref(`${row}.show_on_search`)} = 'always')`;

/** Whether only friends and their friends may find it. */
const isFoundByFriends = (row: string): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${sql.ref(`${row}.is_user_searchable`)} and ${sql.ref(`${row}.show_on_search`)} = 'friends-of-friends'
  )`;

/** Whether the individual of a row is an ordinary user: administrators are never found. */
export const isNoAdmin = (row: string): Expression<SqlBool> =>
  sql<SqlBool>`(
    (select access_user.user_type from users as access_user where access_user.id = ${sql.ref(`${row}.user_id`)})
    <> 'admin'
  )`;

/**
 * Whether only friends and their friends may find the individual of a row, and the viewer is one of these. It is written
 * as a set, so that the planner may begin with the viewer's friends, however many others hide in the same way.
 */
export const isFoundAsFriend = (row: string, viewerId: string): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${isFoundByFriends(row)}
    and ${sql.ref(`${row}.user_id`)} in (
      select access_friend.friend_id from friends as access_friend where access_friend.user_id = ${viewerId}
      union
      select access_theirs.friend_id
      from friends as access_mine join friends as access_theirs on access_theirs.user_id = access_mine.friend_id
      where access_mine.user_id = ${viewerId}
    )
  )`;

/**
 * Whether the viewer may find the individual of a row of `individuals`, by its alias: individuals according to their
 * privacy settings, administrators never. Those that fit are the ones of `isFoundByAll` and of `isFoundAsFriend`, which
 * are read apart where many others could stand before them.
 */
export const mayFindIndividual = (row: string, viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    (
      ${isFoundByAll(row)}
      or ${isFoundByFriends(row)}
        and (${isFriend(`${row}.user_id`, viewer)} or ${hasCommonFriend(`${row}.user_id`, viewer)})
    )
    and ${isNoAdmin(row)}
  )`;

/**
 * Whether the viewer may find the user in searches, suggestions and lists of people: organizations always,
 * individuals according to their privacy settings, administrators never.
 */
export const mayFind = (user: Column, viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${isOrganization(user)}
    or ${isAny(sql`
      from individuals as access_person
      where access_person.user_id = ${sql.ref(user)} and ${mayFindIndividual('access_person', viewer)}
    `)}
  )`;

/** Whether the viewer may find the user by the exact mail address. */
export const mayFindByEmail = (user: Column, viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${mayFind(user, viewer)}
    and not exists (
      select from individuals as access_person
      where access_person.user_id = ${sql.ref(user)} and not access_person.is_email_searchable
    )
  )`;

/**
 * Whether the viewer may see what the user likes, is interested in, goes to and shares: of organizations and of
 * oneself always, of others according to their privacy settings.
 */
export const maySeeActivity = (user: Column, viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${sql.ref(user)} = ${viewer ?? null}
    or ${isOrganization(user)}
    or ${isAny(sql`
      from individuals as access_person
      where access_person.user_id = ${sql.ref(user)}
        and (
          access_person.show_activity = 'Public'
          or access_person.show_activity in ('friends', 'friends-of-friends') and ${isFriend(user, viewer)}
          or access_person.show_activity = 'friends-of-friends' and ${hasCommonFriend(user, viewer)}
        )
    `)}
  )`;

/** The same for one of the viewer's friends, of whom nothing but the row of `individuals` is needed, by its alias. */
export const maySeeFriendsActivity = (row: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${row}.show_activity`)} <> 'no-one'`;

/** Whether the viewer may see the user's calendar: one's own, those of organizations, and those that are made public. */
export const maySeeCalendar = (user: Column, viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${sql.ref(user)} = ${viewer ?? null}
    or ${isOrganization(user)}
    or ${isAny(sql`
      from individuals as access_person
      where access_person.user_id = ${sql.ref(user)} and access_person.is_calendar_public
    `)}
  )`;

/**
 * Whether either of the two has blocked the other. A block acts both ways: on messages, invitations, friend requests and
 * presence. What is public stays so.
 */
export const isBlockedBetween = (user: Column, other: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${isAny(sql`
      from blocks as access_block
      where access_block.user_id = ${other ?? null} and access_block.blocked_user_id = ${sql.ref(user)}
    `)}
    or ${isAny(sql`
      from blocks as access_block
      where access_block.user_id = ${sql.ref(user)} and access_block.blocked_user_id = ${other ?? null}
    `)}
  )`;

/**
 * Whether both users have written to each other. Who has only been written to has not chosen the other one as a partner:
 * else a stranger could see with one message when they are there.
 */
const isPartner = (user: Column, viewer: Viewer) =>
  isAny(sql`
    from conversations as access_conversation
    where access_conversation.user_a = least(${sql.ref(user)}, ${viewer ?? null}::uuid)
      and access_conversation.user_b = greatest(${sql.ref(user)}, ${viewer ?? null}::uuid)
      and access_conversation.is_answered
  `);

/**
 * Whether the viewer may know if the user is online: oneself, and friends and conversation partners without a block
 * between the two. It holds in both directions.
 */
export const mayKnowPresence = (user: Column, viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(
    ${sql.ref(user)} = ${viewer ?? null}
    or not ${isBlockedBetween(user, viewer)} and (${isFriend(user, viewer)} or ${isPartner(user, viewer)})
  )`;

/**
 * Whether the sender may write to the user without coins: neither has blocked the other, and they are friends, the user
 * follows the sender, they share an accepted membership, or the user has ever written to the sender or allowed it. It
 * holds in this direction only.
 */
export const isConnected = (senderId: string, user: Column): Expression<SqlBool> =>
  sql<SqlBool>`(not ${isBlockedBetween(user, senderId)} and (
    ${isFriend(user, senderId)}
    or ${isAny(sql`
      from follows as access_follow
      where access_follow.follower_id = ${sql.ref(user)} and access_follow.following_id = ${senderId}
    `)}
    or ${isAny(sql`
      from memberships as access_membership
      where access_membership.status = 'accepted'
        and (
          access_membership.individual_id = ${senderId} and access_membership.organization_id = ${sql.ref(user)}
          or access_membership.individual_id = ${sql.ref(user)} and access_membership.organization_id = ${senderId}
        )
    `)}
    or ${isAny(sql`
      from connections as access_connection
      where access_connection.sender_id = ${senderId}
        and access_connection.receiver_id = ${sql.ref(user)}
        and (access_connection.granted_at is not null or access_connection.written_at is not null)
    `)}
  ))`;

/**
 * Whether the sender may invite the user: neither has blocked the other, and the sender may find the user or is connected
 * to them. It is checked before any payment.
 */
export const mayReach = (user: Column, senderId: string): Expression<SqlBool> =>
  sql<SqlBool>`(
    not ${isBlockedBetween(user, senderId)} and (${mayFind(user, senderId)} or ${isConnected(senderId, user)})
  )`;

/**
 * The user whose profile is opened by its address, or undefined where none is visible. Profiles are open to everybody
 * who knows their address: privacy keeps people out of searches, not off their own page.
 */
export const findVisibleUser = (db: Db, userId: string) => selectVisibleUser(db, userId).executeTakeFirst();

/** Returns the statement that finds the same. */
export const selectVisibleUser = (db: Db, userId: string) =>
  db.selectFrom('users').select(['id', 'user_type']).where('id', '=', userId);

/** Throws a 403 unless the id is the viewer's own. */
export function requireSelf(viewer: Pick<Session, 'userId'>, id: string): void {
  if (viewer.userId !== id) throw notYours();
}
