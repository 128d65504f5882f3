import { z } from 'zod';
import { chosenId, id } from '../validation.schema.ts';

export const shareInput = z.strictObject({
  _id: chosenId('share'),
  userId: id.describe('The caller.'),
  postId: id.describe('A published post.'),
});

export const shareIdInput = z.strictObject({ id: id.describe('The share.') });

export const shareUpdate = z.strictObject({
  ...shareIdInput.shape,
  postId: id.describe('The same post, to share it anew, or another one in its place.'),
});

export const shareView = z.object({
  _id: z.string(),
  userId: z.string(),
  postId: z.string(),
  createdAt: z.string().describe('Its place in feeds: a UTC instant, ISO 8601.'),
});

export const linkBaseView = z.object({
  publicUrl: z.string().describe('Where people reach the product, without a trailing slash.'),
});
