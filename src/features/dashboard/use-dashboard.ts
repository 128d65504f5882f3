import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { dashboardAt, type KeptDashboard, keptDashboard } from '#src/local/collections/dashboard.ts';
import { refreshDashboard } from '#src/local/collections/refresh-dashboard.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { useRefetchOn, useSteadyRefetch } from '#src/local/engine/use-refetch-on.ts';

/**
 * Returns the dashboard as it is kept on this device, which is refetched on events; null where it is not there, undefined
 * until that is known.
 */
export function useDashboard(): {
  kept: KeptDashboard | null | undefined;
  newest: UseQueryResult<null>;
} {
  const kept = useLocal(async (db) => (await keptDashboard.read(db)) ?? null, []);
  // Events that come while another screen is shown are not seen here.
  const newest = useQuery({
    queryKey: ['dashboard'],
    queryFn: refreshDashboard,
    refetchOnMount: 'always',
  });
  const refetch = useSteadyRefetch(newest.refetch);
  useRefetchOn(dashboardAt, { isPending: newest.isPending, refetch });
  return { kept, newest };
}
