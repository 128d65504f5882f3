import { z } from 'zod';
import { profileView } from '../profiles/profiles.schema.ts';
import { id, pageInput, pageOf } from '../validation.schema.ts';

export const blockInput = z.strictObject({
  userId: id.describe('The caller.'),
  blockedUserId: id.describe('Who is blocked.'),
});

export const blocksBetweenInput = z.strictObject({
  userId: id.describe('Who may have blocked the other. The caller is either of the two.'),
  blockedUserId: id.describe('Who may be blocked.'),
});

/** Whether one user has blocked another. */
export const conversationBlock = z.object({
  userId: z.string().describe('Who blocks.'),
  blockedUserId: z.string().describe('Who is blocked.'),
  isBlocked: z.boolean(),
  createdAt: z.string().nullable().describe('Since when: a UTC instant, ISO 8601. Null where it is not so.'),
});
export type ConversationBlock = z.infer<typeof conversationBlock>;

/** Both directions between two users. Where either is blocked, neither reaches the other. */
export const blocksBetween = z.object({
  conversationBlock: conversationBlock.describe('The first user’s block of the second.'),
  oppositeConversationBlock: conversationBlock.describe('The second user’s block of the first.'),
});
export type BlocksBetween = z.infer<typeof blocksBetween>;

export const blocksInput = z.strictObject({ userId: id.describe('The caller.'), ...pageInput.shape });

export const blockPage = pageOf(conversationBlock.extend({ blockedUser: profileView }));
