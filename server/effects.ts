import type { Statement, Template } from '#db/batch.ts';
import type { EventDraft, MadeEvents } from './events/events.queries.ts';
import type { Job } from './jobs.ts';

/** Collects what a write causes beyond its own rows. All of it is sent with the commit, in one round trip. */
export interface Effects {
  /** Something changed for a user: goes to the user's event log, in the write's transaction. */
  event(userId: string, event: EventDraft): void;
  /**
   * Something changed for each of many users, and the database makes the events itself, after the statements of
   * `atEnd`: they go to the same logs behind the others, with no name of a client's write.
   */
  events(userIds: readonly string[], made: MadeEvents): void;
  /** Something is to be done afterwards: queued in the write's transaction. */
  job(job: Job): void;
  /**
   * The write has the idempotency key `opId` of its user's client: the user's log gets an event that it was done.
   * `keep` stores the key, before anything goes to logs. It returns a row.
   */
  acknowledge(userId: string, opId: string, keep: Template): void;
  /** Adds a statement of which the write needs no row. It is executed before jobs and events are stored. */
  atEnd(statement: Statement): void;
  /** Adds a statement that is executed by itself where the write is rejected: what is to be known of it then. */
  whenRejected(statement: Statement): void;
}
