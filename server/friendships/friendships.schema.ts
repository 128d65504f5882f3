import { z } from 'zod';
import { friendshipStatuses } from '#db/tables/relations.ts';
import { personView } from '../profiles/profiles.schema.ts';
import { listedPerson } from '../relations/relations.schema.ts';
import { chosenId, id, pageInput, pageOf } from '../validation.schema.ts';

export const friendshipInput = z.strictObject({
  _id: chosenId('friendship'),
  senderId: id.describe('The caller.'),
  receiverId: id.describe('The individual who is asked.'),
});

export const friendshipIdInput = z.strictObject({ id: id.describe('The friendship.') });

export const friendshipRemoval = z.strictObject({
  id: friendshipIdInput.shape.id,
  status: z
    .enum(friendshipStatuses)
    .optional()
    .describe('What the caller saw of it; where it is not so any more, nothing is removed.'),
});

/** A friendship, or the request for one, with both sides. */
export const friendshipView = z.object({
  _id: z.string(),
  senderId: z.string().describe('Who asked.'),
  receiverId: z.string(),
  status: z.enum(friendshipStatuses),
  createdAt: z.string().describe('When it was asked for: a UTC instant, ISO 8601.'),
  acceptedAt: z.string().nullable().describe('UTC instant, or null while it is pending.'),
  sender: personView,
  receiver: personView,
});
export type FriendshipView = z.infer<typeof friendshipView>;

export const friendshipBetweenInput = z.strictObject({
  userId: id.describe('One of the two.'),
  otherId: id.describe('The other one. The caller is either.'),
});
export const friendshipBetween = z.object({
  friendship: friendshipView.nullable().describe('Null where there is none.'),
});

export const friendshipsInput = z.strictObject({
  userId: id.describe('The caller.'),
  status: z.enum(friendshipStatuses).optional().describe('Both where it is absent.'),
  requestType: z
    .enum(['sent', 'received'])
    .optional()
    .describe('Only those that the caller asked for, or was asked for.'),
  ...pageInput.shape,
});
export const friendshipPage = pageOf(friendshipView);

/** Friends of a user, as their page lists them. */
export const friendPage = pageOf(listedPerson);
