import { z } from 'zod';
import { postView } from '../posts/posts.schema.ts';
import { id, pageInput, pageOf } from '../validation.schema.ts';

/** Whose calendar, and which post. */
export const schedulerInput = z.strictObject({
  id: id.describe('The caller.'),
  postId: id.describe('The post.'),
});

export const checkIfAddedInput = z.strictObject({
  a: id.describe('The caller.'),
  b: id.describe('The post.'),
});

export const schedulerState = z.object({
  postId: z.string(),
  isAdded: z.boolean().describe('Whether it is in the calendar because it was added.'),
});

export const schedulerListInput = z.strictObject({
  id: id.describe('Whose.'),
  ...pageInput.shape,
  limit: z.int().min(1).max(50).default(30).describe('At most how many posts.'),
});

export const schedulerPage = pageOf(
  z.object({
    userId: z.string(),
    postId: z.string(),
    createdAt: z.string().describe('When it was added: a UTC instant, ISO 8601.'),
    post: postView,
  }),
);
