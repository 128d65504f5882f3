import { z } from 'zod';
import { postTypes } from '../posts/post-rules.schema.ts';
import { id, requiredMultilineText } from '../validation.schema.ts';

/** The text of an invitation unless the inviter writes something else. */
export const defaultInvitation = 'Hey, You are invited to view this post!';

/** The error where nobody is picked. */
export const nobodySelected = 'No user was selected to send invitation';

/** How many can be invited at a time, and how many queried. */
export const mostInvitees = 50;

/** Of an invitation's text, in UTF-16 units. */
export const invitationLimit = 1000;

const distinct = (ids: string[]) => [...new Set(ids)];

const caller = id.describe('The caller.');

/** A post's address within the product. */
export const postLink = z
  .string()
  .regex(
    new RegExp(
      `^/post/(?:${postTypes.join('|')})/details/[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`,
    ),
    'This is not the address of a post',
  )
  .describe('`/post/{postType}/details/{postId}`');

/** Returns the type and the id that the address of a post names. */
export function postOf(link: string): { postType: string; postId: string } {
  const [, , postType = '', , postId = ''] = link.split('/');
  return { postType, postId: postId.toLowerCase() };
}

export const inviteInput = z.strictObject({
  id: caller,
  usersToBeInvited: z
    .array(id)
    .min(1, nobodySelected)
    .max(mostInvitees, `Invite at most ${mostInvitees} users at a time`)
    .transform(distinct)
    .describe(`Ids, at most ${mostInvitees}.`),
  postLink,
  invitationMessage: requiredMultilineText(invitationLimit).default(defaultInvitation),
  cost: z
    .int()
    .min(0)
    .optional()
    .describe('The price that was shown, in coins: where it is another one by now, nothing is sent (409).'),
});

export const inviteOutput = z.object({
  invited: z.array(z.string()).describe('Who was invited now: ids.'),
  cost: z.int().describe('What was paid, in coins.'),
  walletCoin: z.int().describe('What is left.'),
});

export const guestsInput = z.strictObject({
  id: caller,
  postLink,
  users: z.array(id).max(mostInvitees).transform(distinct).describe('Ids, as a JSON array.'),
});

/** A user's state of invitation. */
export const guestsOutput = z.array(
  z.object({
    userId: z.string(),
    isConnected: z.boolean().describe('Whether the caller may reach them without coins.'),
    isInvited: z.boolean().describe('Whether the caller has invited them to this post.'),
  }),
);
