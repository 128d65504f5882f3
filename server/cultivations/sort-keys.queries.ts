import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { maySeeActivity } from '../access.ts';

interface SortedPeople {
  organizationId: string;
  userIds: readonly string[];
  /** On this list of the organization's; on all of them where it is absent. */
  cultivationId?: string | undefined;
}

/**
 * Brings what lists are sorted by up to date with what people do with the organization: nothing, where they hide it.
 * Returns whether anything changed. Their settings are locked first, so that nobody who hides meanwhile is read as
 * they were before; whoever did so earlier is seen by the second statement.
 */
export async function updateSortKeys(
  trx: Trx,
  { organizationId, userIds, cultivationId }: SortedPeople,
): Promise<boolean> {
  if (userIds.length === 0) return false;
  await sql`
    select from individuals where user_id = any(${userIds}::uuid[]) order by user_id for share`.execute(trx);
  const { rows } = await sql`
    with person as materialized (
      select distinct listed.user_id as id
      from cultivations as c join cultivation_users as listed on listed.cultivation_id = c.id
      where c.creator_id = ${organizationId} and listed.user_id = any(${userIds}::uuid[])
        ${cultivationId === undefined ? sql`` : sql`and c.id = ${cultivationId}`}
    ), present as materialized (
      select person.id, coalesce(reaction.count, 0)::integer as interactions,
        coalesce(reaction.liked_at, 'epoch') as last_liked,
        coalesce(reaction.interested_at, 'epoch') as last_interested,
        coalesce(reaction.going_at, 'epoch') as last_going,
        followed.at is not null as follows,
        exists (
          select from endorsements where endorser_id = person.id and endorsee_id = ${organizationId}
        ) as endorses,
        invited.at is not null as invited,
        coalesce(followed.at >= invited.at, false) as followed_invitation
      from person
      left join lateral (
        select count(said.liked_at) + count(said.interested_at) + count(said.going_at) as count,
          max(said.liked_at) as liked_at, max(said.interested_at) as interested_at, max(said.going_at) as going_at
        from post_interests as said join posts as p on p.id = said.post_id
        where said.user_id = person.id and p.creator_id = ${organizationId}
      ) as reaction on ${maySeeActivity('person.id', organizationId)}
      cross join lateral (
        select max(created_at) as at from follows
        where follower_id = person.id and following_id = ${organizationId}
      ) as followed
      cross join lateral (
        select min(created_at) as at from follow_invitations
        where organization_id = ${organizationId} and invitee_id = person.id
      ) as invited
    ), changed as materialized (
      select listed.cultivation_id, present.*
      from cultivations as c
      join cultivation_users as listed on listed.cultivation_id = c.id
      join present on present.id = listed.user_id
      where c.creator_id = ${organizationId}
        ${cultivationId === undefined ? sql`` : sql`and c.id = ${cultivationId}`}
        and (listed.interactions, listed.last_liked, listed.last_interested, listed.last_going, listed.follows,
            listed.endorses, listed.invited, listed.followed_invitation)
          is distinct from (present.interactions, present.last_liked, present.last_interested, present.last_going,
            present.follows, present.endorses, present.invited, present.followed_invitation)
      order by listed.cultivation_id, listed.user_id for no key update of listed
    )
    update cultivation_users as listed
    set interactions = changed.interactions, last_liked = changed.last_liked,
      last_interested = changed.last_interested, last_going = changed.last_going, follows = changed.follows,
      endorses = changed.endorses, invited = changed.invited, followed_invitation = changed.followed_invitation
    from changed
    where listed.cultivation_id = changed.cultivation_id and listed.user_id = changed.id
    returning listed.user_id`.execute(trx);
  return rows.length > 0;
}

/** The ids of an organization's lists. */
export async function findListIds(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cultivations')
    .select('id')
    .where('creator_id', '=', organizationId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The organization of a list, or undefined where there is none. */
export const findCreator = async (db: Db, cultivationId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('cultivations')
      .select('creator_id')
      .where('id', '=', cultivationId)
      .executeTakeFirst()
  )?.creator_id;

/** The next people of a list after one, in the order of their ids. */
export async function findNextListed(
  db: Db,
  { cultivationId, after, limit }: { cultivationId: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('cultivation_users')
    .select('user_id')
    .where('cultivation_id', '=', cultivationId)
    .$if(after !== null, (query) => query.where('user_id', '>', after))
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
