import { z } from 'zod';

/** What a new account is asked for: steps of completing the profile, and what makes it live. */
const checklistItems = [
  'basic-info',
  'involvement',
  'follow',
  'service-info',
  'internal-link',
  'first-post',
] as const;

const checklistItem = z.object({
  item: z.enum(checklistItems),
  isDone: z.boolean(),
});
export type ChecklistItem = z.infer<typeof checklistItem>;

export const checklistView = z.array(checklistItem).describe('In the order in which they are asked for.');
