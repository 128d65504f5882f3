import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { newestShown, type PageData, pageDataId } from '#server/public-pages/page-data.schema.ts';
import { trpc } from './api.ts';

/** Puts what came with the page where the screens look for what was fetched. */
export function keepPageData(queries: QueryClient, { newest, post }: PageData): void {
  if (newest)
    queries.setQueryData(getQueryKey(trpc.posts.list, { limit: newestShown }, 'infinite'), {
      pages: [newest],
      pageParams: [null],
    });
  if (post) queries.setQueryData(getQueryKey(trpc.posts.byId, { id: post._id }, 'query'), post);
}

/** Returns what came with this page. */
export function readPageData(): PageData {
  const json = document.getElementById(pageDataId)?.textContent;
  return json ? (JSON.parse(json) as PageData) : {};
}

/** Notes that the page is not the server's any more; see `boot.js`. */
export const dropPageData = (): void => document.getElementById(pageDataId)?.remove();
