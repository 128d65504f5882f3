import type { Instant } from './columns.ts';

/** A server process that holds live streams. It proves at intervals that it runs. */
export interface PresenceProcessesTable {
  id: string;
  /** Until when it counts as running, by the database's clock. */
  alive_until: Instant;
}

/** The user has at least one live stream in the process. */
export interface PresencesTable {
  user_id: string;
  process_id: string;
}
