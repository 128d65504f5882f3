import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type RouterInputs } from '#src/app/api.ts';
import type { PlaceInPages } from '#src/lib/place-in-pages.ts';
import { keepPosts } from './posts.ts';

/** A page of the posts that a filter finds, kept on the device; the page before is shown until it is there. */
export function usePostPages(
  filters: RouterInputs['posts']['search']['filters'],
  { page, cursor }: PlaceInPages,
  enabled = true,
) {
  const query = { filters, page, cursor };
  return useQuery({
    queryKey: ['posts', 'search', query],
    queryFn: () => keepPosts(() => api.posts.search.query(query)),
    placeholderData: keepPreviousData,
    enabled,
  });
}
