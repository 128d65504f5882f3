import { z } from 'zod';
import { text } from '../validation.schema.ts';

/** The limits of a template; its texts in UTF-16 units. */
const templateLimits = { items: 16, name: 100, label: 200 } as const;

export const templateItem = z.strictObject({
  name: text(templateLimits.name).describe('Which part of the post: its field.'),
  label: text(templateLimits.label).describe('What people call it.'),
  selected: z.boolean().default(false).describe('Whether it is shared.'),
  serial: z.int().min(1).max(templateLimits.items).describe('Its place, from 1.'),
});
export type TemplateItem = z.output<typeof templateItem>;

/** Which parts of a post are shared at a network, and in which order. */
export const template = z
  .array(templateItem)
  .max(templateLimits.items, `A template has at most ${templateLimits.items} items`);
