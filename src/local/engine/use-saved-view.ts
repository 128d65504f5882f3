import { useQuery } from '@tanstack/react-query';
import { useOnline } from '#src/lib/use-online.ts';
import type { SavedView, SavedViews } from './saved-views.ts';
import type { Fact } from './types.ts';
import { useLocal } from './use-local.ts';
import { useRefetchOn, useSteadyRefetch } from './use-refetch-on.ts';

/** A response as it is on this device, and whether it could be refetched. */
export interface ShownView<View> {
  /** Undefined until it is known, or as long as it is nowhere. */
  view: View | undefined;
  savedAt: Date | undefined;
  /** Whether the server could not be asked for a newer one. */
  hasFailed: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Returns a response as it is kept on this device, and refetches it when it is shown and whenever an event concerns it.
 * @param key what the response depends on
 * @param changedAt holds the number of the last event that concerns it
 */
export function useSavedView<View>(
  views: SavedViews<View>,
  key: string,
  fetch: () => Promise<View>,
  changedAt: Fact<number>,
): ShownView<View> {
  const isOnline = useOnline();
  const found = useLocal(async (db) => ({ key, saved: await views.read(db, key) }), [views, key]);
  const query = useQuery({
    queryKey: ['saved', views.name, key],
    queryFn: () => views.pull(key, fetch),
    // Events that come while another screen is shown are not seen here.
    refetchOnMount: 'always',
  });
  const { isPending, isFetching, isError, isPaused, error } = query;
  const refetch = useSteadyRefetch(query.refetch);
  useRefetchOn(changedAt, { isPending, refetch });
  // For a moment after another key is asked for, what was found is still that of the last one.
  const saved = newerOf(found?.key === key ? found.saved : undefined, query.data);
  return {
    view: saved?.view,
    savedAt: saved?.savedAt,
    hasFailed: isError || isPaused || !isOnline,
    error,
    isFetching,
    refetch: query.refetch,
  };
}

/** Another tab may have fetched a newer one, and where the device keeps nothing, the only one is in memory. */
function newerOf<View>(
  kept: SavedView<View> | undefined,
  fetched: SavedView<View> | undefined,
): SavedView<View> | undefined {
  if (!kept || !fetched) return kept ?? fetched;
  return kept.savedAt >= fetched.savedAt ? kept : fetched;
}
