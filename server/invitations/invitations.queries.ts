import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isConnected, mayReach } from '../access.ts';

/** Those of the users whom the viewer may invite to a post, and their state of invitation. Never the viewer. */
export function findGuests(
  db: Db,
  { inviterId, postId, userIds }: { inviterId: string; postId: string; userIds: readonly string[] },
) {
  return db
    .selectFrom('users as guest')
    .select((eb) => [
      'guest.id as userId',
      sql<boolean>`${isConnected(inviterId, 'guest.id')}`.as('isConnected'),
      eb
        .exists(
          eb
            .selectFrom('post_invitations')
            .select('invitee_id')
            .where('post_id', '=', postId)
            .where('inviter_id', '=', inviterId)
            .whereRef('invitee_id', '=', 'guest.id'),
        )
        .$castTo<boolean>()
        .as('isInvited'),
    ])
    .where('guest.id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('guest.id', '<>', inviterId)
    .where(mayReach('guest.id', inviterId))
    .orderBy('guest.id')
    .execute();
}

/** Notes invitations of users who were not invited by this one yet. */
export async function insertInvitations(
  trx: Trx,
  {
    inviteeIds,
    ...invitation
  }: { postId: string; inviterId: string; inviteeIds: readonly string[]; message: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('post_invitations')
    .values(
      inviteeIds.map((inviteeId) => ({
        post_id: invitation.postId,
        inviter_id: invitation.inviterId,
        invitee_id: inviteeId,
        message: invitation.message,
        created_at: invitation.now,
      })),
    )
    .execute();
}

/** The content and address of the mail about an invitation; undefined once the post is not visible. */
export function findInvitationToMail(
  db: Db,
  { postId, inviterId, inviteeId }: { postId: string; inviterId: string; inviteeId: string },
) {
  return db
    .selectFrom('post_invitations as v')
    .innerJoin('posts as p', 'p.id', 'v.post_id')
    .innerJoin('users as invitee', 'invitee.id', 'v.invitee_id')
    .leftJoin('individuals as i', 'i.user_id', 'v.inviter_id')
    .leftJoin('organizations as o', 'o.user_id', 'v.inviter_id')
    .select(['v.message', 'p.title', 'p.post_type', 'invitee.email', 'i.first_name', 'i.last_name', 'o.name'])
    .where('v.post_id', '=', postId)
    .where('v.inviter_id', '=', inviterId)
    .where('v.invitee_id', '=', inviteeId)
    .where('p.is_active', '=', true)
    .executeTakeFirst();
}
