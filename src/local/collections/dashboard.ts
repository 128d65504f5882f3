import { defineCollection } from '../engine/collection.ts';
import { defineFact } from '../engine/store.ts';
import type { Change } from '../engine/types.ts';

/** The number of the last event by which an organization's dashboard may differ. */
export const dashboardAt = defineFact<number>('dashboardAt');

const differs = ({ seq }: { seq: number }): Change[] => [dashboardAt.to(seq)];

/** What an organization's dashboard shows. The screen fetches it again after events that concern it. */
export const dashboard = defineCollection({
  events: {
    'followers-changed': differs,
    'endorsers-changed': differs,
    'viewers-changed': differs,
    // Reports reactions, too.
    'notification-upserted': differs,
    'reactions-changed': differs,
    'post-interest': differs,
    'post-upserted': differs,
    'post-removed': differs,
    'wallet-changed': differs,
  },
  signals: [dashboardAt],
});
