import { z } from 'zod';
import { hasOneSource, noSource, peopleSource } from '../cultivations/cultivations.schema.ts';
import { id, multilineText } from '../validation.schema.ts';
import { invitationLimit } from './invitations.schema.ts';

/** The text of an invitation to follow unless the organization writes something else. */
export const defaultFollowInvitation = 'You are Invited To Follow me';

/** The error where nobody is left to be invited. */
export const nobodyToInvite = 'No Users To Be Invited';

/** How many can be invited in one call: they are stored in one statement, which has to end within the statement timeout. */
export const followInvitationLimit = 10_000;

/** The error where there are more to be invited than that. */
export const tooManyToInvite = `At most ${followInvitationLimit} users can be invited at a time. Choose fewer. Nothing was sent.`;

/** The error where an invitation has no text. */
export const blankInvitation = 'Invitation message can not be blank';

const people = {
  organizationId: id.describe('The caller.'),
  usersToBeInvited: peopleSource.userIds
    .unwrap()
    .optional()
    .describe('Ids. Those who follow the caller, or were ever invited to, are left out.'),
  filters: peopleSource.filters,
  cultivationId: peopleSource.cultivationId
    .unwrap()
    .optional()
    .describe('Everybody on a list of the caller’s.'),
  postId: peopleSource.postId,
  except: peopleSource.except,
};
type Named = { usersToBeInvited?: unknown } & Omit<Parameters<typeof hasOneSource>[0], 'userIds'>;
const isNamed = ({ usersToBeInvited: userIds, ...sources }: Named) => hasOneSource({ ...sources, userIds });
const unnamed = { ...noSource, path: ['usersToBeInvited'], error: nobodyToInvite };

export const followInvitationInput = z
  .strictObject({
    ...people,
    invitationText: multilineText(invitationLimit).min(1, blankInvitation).default(defaultFollowInvitation),
    organizationLink: z
      .string()
      .max(100)
      .optional()
      .describe('`/organization/details/{organizationId}`, which it is in any case.'),
    cost: z
      .int()
      .min(0)
      .optional()
      .describe('The price that was shown, in coins: where it is another one by now, nothing is sent (409).'),
  })
  .refine(isNamed, unnamed);

export const followInvitationOutput = z.object({
  total: z.int().describe('How many were invited now.'),
  cost: z.int().describe('What was paid, in coins.'),
  walletCoin: z.int().describe('What is left.'),
});

export const followPriceInput = z.strictObject(people).refine(isNamed, unnamed);
export const followPriceOutput = z.object({
  total: z.int().describe('How many would be invited.'),
  notConnected: z.int().describe('How many of them cost coins: not connected, and no endorsers.'),
  cost: z.int().describe('What it costs, in coins.'),
});
