import type { DashboardView } from '#server/dashboard/dashboard.schema.ts';
import { defineSavedViews } from '../engine/saved-views.ts';

/** The dashboard of the organization that the user is, as it was fetched last. */
export const savedDashboard = defineSavedViews<DashboardView>('dashboard');
