import { requireSelf } from '../access.ts';
import { findPostState } from '../posts/posts.queries.ts';
import { administrationProcedure, router, signedInProcedure } from '../trpc.ts';
import {
  followInvitationInput,
  followInvitationOutput,
  followPriceInput,
  followPriceOutput,
} from './follow-invitations.schema.ts';
import { findGuests } from './invitations.queries.ts';
import { guestsInput, guestsOutput, inviteInput, inviteOutput, postOf } from './invitations.schema.ts';
import { invite, requireLinked } from './invite.ts';
import { findFollowPrice, inviteToFollow } from './invite-to-follow.ts';

const invitationProcedure = signedInProcedure.meta({ accessTokens: ['administration'] });

export const invitationsRouter = router({
  invite: invitationProcedure
    .meta({
      rest: { method: 'POST', path: '/users/{id}/invite', operationId: 'inviteUsers' },
      summary: 'Invite people to view a post',
      description:
        'Each who is not connected costs `coinPerInvitation`; oneself and who was invited to the post already cost nothing and are not notified again. Where there are too few coins, nothing is sent and nothing is spent.',
      message: 'Invitation sent.',
    })
    .input(inviteInput)
    .output(inviteOutput)
    .mutation(({ ctx, input }) => {
      requireSelf(ctx.viewer, input.id);
      return invite(ctx, input);
    }),

  guests: invitationProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/invite', operationId: 'listInvitedUsers' },
      summary: 'How people stand to an invitation: whether they are connected, and invited already',
      description: 'Whom the caller cannot invite is left out.',
    })
    .input(guestsInput)
    .output(guestsOutput)
    .query(async ({ ctx, input: { id, postLink, users: userIds } }) => {
      requireSelf(ctx.viewer, id);
      const { postType, postId } = postOf(postLink);
      requireLinked(await findPostState(ctx.db, postId), postType);
      return findGuests(ctx.db, { inviterId: id, postId, userIds });
    }),

  inviteToFollow: administrationProcedure
    .meta({
      rest: { method: 'POST', path: '/invitations/{organizationId}/', operationId: 'inviteUsersToFollow' },
      errors: ['nobody-to-invite', 'price-changed', 'too-few-coins', 'too-many-invitees'],
      limits: ['bulk-messages'],
      summary: 'Invite people to follow the organization',
      description:
        'Several people, everybody on a list, or all whom a search finds: those who neither follow nor were ever invited, at most 10,000 at a time (409 above). Each who is neither connected nor an endorser costs `coinPerInvitation`. Where there are too few coins, nothing is sent and nothing is spent.',
      message: 'Invitation sent.',
    })
    .input(followInvitationInput)
    .output(followInvitationOutput)
    .mutation(({ ctx, input }) => inviteToFollow(ctx, input)),

  followPrice: administrationProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/invitations/{organizationId}/price',
        operationId: 'getInvitationPrice',
      },
      summary: 'What inviting people to follow costs, and how many are left to be invited',
      description: 'Changes nothing.',
      once: false,
    })
    .input(followPriceInput)
    .output(followPriceOutput)
    .mutation(({ ctx, input }) => findFollowPrice(ctx, input)),
});
