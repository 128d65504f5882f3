import type { TemplateItem } from './template.schema.ts';

/** The parts of a post that a template knows, in their default order. Those that are ticked by default are `true`. */
const parts = [
  ['title', 'Title', true],
  ['startDateTime', 'Date and time', true],
  ['address', 'Address', true],
  ['description', 'Description', true],
  ['requiredItems', 'Required items', true],
  ['petitionLink', 'Petition link', true],
  ['skills', 'Skills', false],
  ['expectedRequiredHours', 'Expected hours', false],
  ['contact', 'Contact', false],
  ['postURL', 'Link to more', false],
  ['topNeed', 'Top need', false],
  ['impactAreas', 'Impact areas', false],
  ['organizationName', 'Organization', false],
  ['postType', 'Type of post', false],
  ['keywords', 'Keywords as hashtags', true],
  ['images', 'Images', true],
] as const satisfies readonly (readonly [name: string, label: string, selected: boolean])[];

/** The name of a part that a template knows. */
export type TemplatePart = (typeof parts)[number][0];

/** What an organization shares that has not chosen. */
export const defaultTemplate: readonly TemplateItem[] = parts.map(([name, label, selected], index) => ({
  name,
  label,
  selected,
  serial: index + 1,
}));

/** Returns the items of a template in their order, numbered from 1. */
export const inOrder = (items: readonly TemplateItem[]): TemplateItem[] =>
  numbered(items.toSorted((one, other) => one.serial - other.serial));

/** Returns items with their places as serials. */
const numbered = (items: readonly Omit<TemplateItem, 'serial'>[]): TemplateItem[] =>
  items.map((item, index) => ({ ...item, serial: index + 1 }));

/** Returns a template in which an item has changed its place with the one before (-1) or behind it (1). */
export function moveItem(items: readonly TemplateItem[], name: string, by: -1 | 1): TemplateItem[] {
  const from = items.findIndex((item) => item.name === name);
  const to = from + by;
  const [one, other] = [items[from], items[to]];
  return one && other ? numbered(items.with(from, other).with(to, one)) : [...items];
}

/**
 * Returns a template with every part that there is, to choose from: those that it lists in its order, the others behind
 * them, not ticked. What it lists that is no part of a post, or twice, is left out.
 */
export function completeTemplate(items: readonly TemplateItem[]): TemplateItem[] {
  const listed = inOrder(items);
  const find = (name: string) => listed.find((item) => item.name === name);
  const placeOf = (name: string) => find(name)?.serial ?? listed.length + 1;
  return numbered(
    defaultTemplate
      .toSorted((one, other) => placeOf(one.name) - placeOf(other.name))
      .map((part) => ({ ...part, selected: find(part.name)?.selected ?? false })),
  );
}
