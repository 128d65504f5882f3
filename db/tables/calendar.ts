import type { Instant } from './columns.ts';

/** A post that a user has added to the personal calendar. */
export interface SchedulerEntriesTable {
  user_id: string;
  post_id: string;
  created_at: Instant;
}
