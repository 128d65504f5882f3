import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { PageData } from '#server/public-pages/page-data.schema.ts';
import { trpc } from './trpc.ts';

/** Puts what came with the page where the screens look for what was fetched. */
export function keepPageData(queries: QueryClient, { post, profile, members, posts }: PageData): void {
  if (post) queries.setQueryData(getQueryKey(trpc.posts.byId, { id: post._id }, 'query'), post);
  if (!profile) return;
  const { _id: id } = profile;
  queries.setQueryData(getQueryKey(trpc.profiles.publicInfo, { id }, 'query'), profile);
  const firstPage = (page: object) => ({ pages: [page], pageParams: [null] });
  if (members)
    queries.setQueryData(getQueryKey(trpc.memberships.members, { id }, 'infinite'), firstPage(members));
  if (posts) queries.setQueryData(listedPostsKey({ creatorId: id }), firstPage(posts));
}

/** Where a list of posts is kept, by its filters. */
export const listedPostsKey = (filters: unknown): QueryKey => ['posts', 'list', filters];
