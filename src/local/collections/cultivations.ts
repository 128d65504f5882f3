import { defineCollection } from '../engine/collection.ts';
import { defineFact } from '../engine/store.ts';
import type { Change } from '../engine/types.ts';

/** The number of the last event by which an organization's lists, or what people on them do, may differ. */
export const cultivationsAt = defineFact<number>('cultivationsAt');

const differs = ({ seq }: { seq: number }): Change[] => [cultivationsAt.to(seq)];

/** An organization's lists of people. Screens fetch them again after events that concern them. */
export const cultivations = defineCollection({
  events: {
    'cultivations-changed': differs,
    'followers-changed': differs,
    'endorsers-changed': differs,
    // Reports reactions, too.
    'notification-upserted': differs,
    'reactions-changed': differs,
    'post-upserted': differs,
    'post-removed': differs,
  },
  signals: [cultivationsAt],
});
