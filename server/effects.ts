import type { Statement } from '#db/batch.ts';
import type { EventDraft } from './events/events.queries.ts';
import type { Job } from './jobs.ts';

/** Collects what a write causes beyond its own rows. All of it is sent with the commit, in one round trip. */
export interface Effects {
  /** Something changed for a user: goes to the user's event log, in the write's transaction. */
  event(userId: string, event: EventDraft): void;
  /** Something is to be done afterwards: queued in the write's transaction. */
  job(job: Job): void;
  /** The write is the one that its user's client calls `opId`: the user's log is to say that it was done. */
  acknowledge(userId: string, opId: string): void;
  /** Adds a statement of which the write needs no row. It is executed before jobs and events are stored. */
  atEnd(statement: Statement): void;
}
