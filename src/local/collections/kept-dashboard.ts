import type { DashboardView } from '#server/dashboard/dashboard.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { localDatabase } from '../engine/current-database.ts';
import { changeReplica } from '../engine/quota.ts';
import { defineFact } from '../engine/store.ts';

/** What the dashboard showed when it was fetched last. */
export interface KeptDashboard {
  view: DashboardView;
  savedAt: Date;
}

/** The dashboard of the organization that the user is, as it is kept on this device. */
export const keptDashboard = defineFact<KeptDashboard>('dashboard');

/** Fetches the dashboard and stores it. Resolves to null, because queries must resolve to something. */
export async function refreshDashboard(): Promise<null> {
  const db = localDatabase();
  if (!db) return null;
  const view = await api.dashboard.overview.query();
  await changeReplica(db, [], () => keptDashboard.write(db, { view, savedAt: now() }));
  return null;
}
