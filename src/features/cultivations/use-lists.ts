import { useState } from 'react';
import { api } from '#src/app/api.ts';
import { cultivationsAt } from '#src/local/collections/cultivations.ts';
import { savedLists } from '#src/local/collections/saved-lists.ts';
import { useSavedView } from '#src/local/engine/use-saved-view.ts';
import { queryOf } from './use-list.ts';

/** How many lists come at a time. */
const pageSize = 30;

/** The organization's lists, the newest first: as they are kept on this device, refetched on events. */
export function useLists() {
  const [limit, setLimit] = useState(pageSize);
  const fetchLists = () => api.cultivations.list.query({ limit });
  const shown = useSavedView(savedLists, String(limit), fetchLists, cultivationsAt);
  // As long as more lists are on their way, those that were there stay.
  const [last, setLast] = useState(shown);
  if (shown.view && shown.view !== last.view) setLast(shown);
  const { view, savedAt } = shown.view ? shown : last;
  return {
    view,
    query: queryOf({ ...shown, view, savedAt }),
    isComplete: view === undefined || view.cursor === null,
    isLoadingMore: !shown.view && !shown.hasFailed,
    loadMore: () => (shown.view ? setLimit(limit + pageSize) : void shown.refetch()),
  };
}
