import type { Db } from '#db/database.ts';
import type { Ports } from '../ports.ts';
import { deleteFiles, findReleased, releaseExpired } from './files.queries.ts';

/** How many files are deleted at a time. */
const batchSize = 100;

const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes files from the store that nobody has: those of messages that are gone, and uploads that no message names and
 * whose time is over. The row goes last. Rejects where the store failed for some; they are tried again the next time.
 */
export async function sweepFiles({
  db,
  ports,
}: {
  db: Db;
  ports: Pick<Ports, 'media' | 'clock'>;
}): Promise<void> {
  await releaseExpired(db, ports.clock.now());
  const failures: unknown[] = [];
  let ids = await findReleased(db, firstId, batchSize);
  while (ids.length > 0) {
    const gone: string[] = [];
    for (const id of ids)
      try {
        await ports.media.deletePrivate(id);
        gone.push(id);
      } catch (error) {
        failures.push(error);
      }
    await deleteFiles(db, gone);
    // What is out of reach altogether is not tried for every file.
    if (gone.length === 0) break;
    ids = await findReleased(db, ids.at(-1) ?? firstId, batchSize);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some files could not be deleted.');
}
