import { type PostType, postTypes } from '#server/posts/post-rules.schema.ts';
import { type PlaceInPages, readPlace } from '#src/lib/place-in-pages.ts';

/** What can become of a post, in the order in which it is offered. */
export const postStates = ['published', 'scheduled', 'unpublished'] as const;
export type PostState = (typeof postStates)[number];

/** The filter of the viewer's own posts in the page's address. Absent means all. */
export interface ManageFilters {
  state?: PostState;
  postType?: PostType;
  /** A part of the title. */
  title?: string;
}

export type ManageAddress = ManageFilters & PlaceInPages;

export function readManageAddress(search: Record<string, unknown>): ManageAddress {
  const state = postStates.find((one) => one === search['state']);
  const postType = postTypes.find((one) => one === search['postType']);
  // The router reads what looks like a number as one.
  const title = String(search['title'] ?? '');
  return {
    ...(state && { state }),
    ...(postType && { postType }),
    ...(title && { title }),
    ...readPlace(search),
  };
}
