import { z } from 'zod';
import { id } from '../validation.schema.ts';
import { reminderMinutes } from './reminder-rules.schema.ts';

/** How long before. */
const minutes = z.literal([...reminderMinutes]).nullable();

export const reminderInput = z.strictObject({
  id: id.describe('The post.'),
  minutes: minutes.describe('How many minutes before it begins; null for no reminder.'),
});

export const reminderState = z.object({
  postId: z.string(),
  reminder: z
    .int()
    .nullable()
    .describe('How many minutes before it begins the user is reminded; null for no reminder.'),
});
