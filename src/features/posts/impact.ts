import { type PostType, postRules } from '#server/posts/post-rules.schema.ts';
import { type PlaceInPages, readPlace } from '#src/lib/place-in-pages.ts';

/** The tabs of an organization's Impact page, in their order. */
export const impactTabs = [
  'project',
  'in-kind',
  'volunteering',
  'advocacy',
] as const satisfies readonly PostType[];

/** Whether an address names a type of posts. */
export const isPostType = (name: string): name is PostType => Object.hasOwn(postRules, name);

/** The search parameters of a list of one type. */
export type ImpactAddress = PlaceInPages & { topNeed?: true };

export const readImpactAddress = (said: Record<string, unknown>): ImpactAddress => ({
  ...readPlace(said),
  ...(said['topNeed'] === true && { topNeed: true }),
});
