import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { localDatabase } from '../engine/current-database.ts';
import { changeReplica } from '../engine/quota.ts';
import { refresh } from '../engine/refresh.ts';
import { keptDashboard } from './dashboard.ts';

/** Fetches the dashboard and stores it. Resolves to null, because queries must resolve to something. */
export async function refreshDashboard(): Promise<null> {
  const db = localDatabase();
  if (!db) return null;
  // A new database begins with a snapshot, which would drop what was stored before it.
  const [view] = await Promise.all([api.dashboard.overview.query(), refresh(async () => undefined)]);
  await changeReplica(db, [], () => keptDashboard.write(db, { view, savedAt: now() }));
  return null;
}
