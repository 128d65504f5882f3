import { type Db, runShared } from '#db/database.ts';
import { batched } from '../batched.ts';
import { findStreamStates, type LogPlace, readEventsAt, type Watched } from './events.queries.ts';

/**
 * What the streams of one process ask of the database, together: after a restart all of them ask at the same moment.
 * One by one they would wait for a connection longer than a statement may, in front of everybody else's requests.
 */
function streamQueriesOn(db: Db) {
  return {
    // Sessions end by the machine's own clock, whatever time a tester has it be.
    state: batched(
      (watched: readonly Watched[]) => runShared(db, () => findStreamStates(db, watched, new Date())),
      { most: 500, atOnce: 2 },
    ),
    // Fewer at a time: each may bring 64 KiB.
    events: batched((places: readonly LogPlace[]) => runShared(db, () => readEventsAt(db, places)), {
      most: 50,
      atOnce: 2,
    }),
  };
}

export type StreamQueries = ReturnType<typeof streamQueriesOn>;

const known = new WeakMap<Db, StreamQueries>();

/** The queries of streams on this database; always the same ones. */
export function streamQueries(db: Db): StreamQueries {
  const queries = known.get(db) ?? streamQueriesOn(db);
  known.set(db, queries);
  return queries;
}
