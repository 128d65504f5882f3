import { organizationProcedure, router } from '../trpc.ts';
import { dashboardView } from './dashboard.schema.ts';
import { loadDashboard } from './load-dashboard.ts';

export const dashboardRouter = router({
  overview: organizationProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/dashboard', operationId: 'getDashboard' },
      summary: 'Everything that the caller’s dashboard shows, but for notifications and conversations',
      description:
        'How many follow, endorse and have viewed the organization, its coins, the statistics of the last six months, and posts that are still to begin or are over.',
    })
    .output(dashboardView)
    .query(({ ctx }) => loadDashboard(ctx)),
});
