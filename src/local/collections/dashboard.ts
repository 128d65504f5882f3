import type { DashboardView } from '#server/dashboard/dashboard.schema.ts';
import { defineCollection } from '../engine/collection.ts';
import { localDatabase } from '../engine/current-database.ts';
import { defineFact } from '../engine/store.ts';
import type { Change } from '../engine/types.ts';

/** The number of the last event by which an organization's dashboard may differ. */
export const dashboardAt = defineFact<number>('dashboardAt');

/** What the dashboard showed when it was fetched last. */
export interface KeptDashboard {
  view: DashboardView;
  savedAt: Date;
}

/** The dashboard of the organization that the user is, as it is kept on this device. */
export const keptDashboard = defineFact<KeptDashboard>('dashboard');

const differs = ({ seq }: { seq: number }): Change[] => [dashboardAt.to(seq)];

/** What an organization's dashboard shows. The screen fetches it again after events that concern it. */
export const dashboard = defineCollection({
  events: {
    'followers-changed': differs,
    'endorsers-changed': differs,
    'viewers-changed': differs,
    // Reports reactions, too.
    'notification-upserted': differs,
    'post-upserted': differs,
    'post-removed': differs,
    'wallet-changed': differs,
  },
  // It is no part of the snapshot, which drops what it does not bring: an older one is better than none.
  snapshot: async () => {
    const current = localDatabase();
    const kept = current && (await keptDashboard.read(current));
    return async (db, { head }) => {
      await dashboardAt.write(db, head.seq);
      if (kept) await keptDashboard.write(db, kept);
    };
  },
});
