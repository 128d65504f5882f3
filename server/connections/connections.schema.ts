import { z } from 'zod';
import { profileView } from '../profiles/profiles.schema.ts';
import { id, pageInput, pageOf } from '../validation.schema.ts';

export const connectedInput = z.strictObject({
  a: id.describe('Who would write. The caller is either of the two.'),
  b: id.describe('Who would receive it.'),
});
export const connectedOutput = z.object({
  isConnected: z.boolean().describe('Whether a may write to b without coins.'),
});

export const connectedUsersInput = z.strictObject({
  id: id.describe('The caller.'),
  cursor: id.nullish().describe('From the page before; absent for the first page.'),
  limit: pageInput.shape.limit,
});
export const connectedUserPage = pageOf(profileView);

export const connectionInput = z.strictObject({ senderId: id, receiverId: id });

export const connectionGrant = connectionInput.extend({
  isConnected: z.boolean().describe('Whether the sender may write to the receiver without coins.'),
});

/** What there is from a sender to a receiver. */
export const connection = z.object({
  senderId: z.string(),
  receiverId: z.string(),
  isConnected: z.boolean().describe('Whether the sender may write to the receiver without coins.'),
  isGranted: z.boolean().describe('Whether the receiver allowed it, whatever else connects the two.'),
});
export const connectionOutput = z.object({ connection });

export const grantedConnectionsInput = z.strictObject({
  senderId: id.describe('The caller.'),
  ...pageInput.shape,
});
export const connectionPage = pageOf(connection);
