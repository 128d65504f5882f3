import { z } from 'zod';
import { id } from '../validation.schema.ts';

export const connectivityInput = z.strictObject({ id: id.describe('Whose.') });

export const connectivity = z.object({
  userId: z.string(),
  isConnected: z
    .boolean()
    .describe('Whether the user is online. False also where the caller may not know, or there is nobody.'),
});
export const connectivityOutput = z.object({ connectivity });

/** Users in one subscription: more than one screen shows. */
const mostWatched = 200;

export const watchInput = z.strictObject({
  userIds: z
    .array(id)
    .min(1)
    .max(mostWatched)
    .transform((ids) => [...new Set(ids)])
    .describe('Whose connectivity to watch.'),
});

/** One message: the users whose connectivity is other than was sent before, or one who is typing to the viewer. */
export const watchMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connectivities'), connectivities: z.array(connectivity) }),
  z.object({ kind: z.literal('typing'), userId: z.string() }),
]);
export type WatchMessage = z.infer<typeof watchMessage>;

export const typingInput = z.strictObject({ receiverId: id.describe('To whom the caller is typing.') });
