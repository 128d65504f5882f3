import type { QueryClient } from '@tanstack/react-query';
import type { PageData } from '#server/public-pages/page-data.schema.ts';
import { queryKeyOf } from './query-hooks.ts';

/** Puts what came with the page where the screens look for what was fetched. */
export function keepPageData(queries: QueryClient, { post }: PageData): void {
  if (post) queries.setQueryData(queryKeyOf(['posts', 'byId'], { id: post._id }, 'query'), post);
}
