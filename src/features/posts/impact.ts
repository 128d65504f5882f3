import { type PostType, postRules } from '#server/posts/post-rules.schema.ts';
import { type PlaceInPages, readPlace } from '#src/lib/place-in-pages.ts';

/** The tabs of an organization's Impact page, in their order. */
export const impactTabs = [
  { type: 'project', label: 'Project' },
  { type: 'in-kind', label: 'In Kind' },
  { type: 'volunteering', label: 'Volunteering' },
  { type: 'advocacy', label: 'Advocacy' },
] as const satisfies readonly { type: PostType; label: string }[];

/** Whether an address names a type of posts. */
export const isPostType = (name: string): name is PostType => Object.hasOwn(postRules, name);

/** The search parameters of a list of one type. */
export type ImpactAddress = PlaceInPages & { topNeed?: true };

export const readImpactAddress = (said: Record<string, unknown>): ImpactAddress => ({
  ...readPlace(said),
  ...(said['topNeed'] === true && { topNeed: true }),
});
