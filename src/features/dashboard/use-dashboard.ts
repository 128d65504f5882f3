import { api } from '#src/app/api.ts';
import { dashboardAt } from '#src/local/collections/dashboard.ts';
import { savedDashboard } from '#src/local/collections/saved-dashboard.ts';
import { useSavedView } from '#src/local/engine/use-saved-view.ts';

const fetchDashboard = () => api.dashboard.overview.query();

/** Returns the dashboard as it is kept on this device; it is refetched on events. */
export const useDashboard = () => useSavedView(savedDashboard, '', fetchDashboard, dashboardAt);
