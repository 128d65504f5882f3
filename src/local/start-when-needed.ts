import { loadPartsForUsers } from '#src/app/late-part.tsx';
import { session } from '#src/app/session.ts';

/**
 * Starts the local database before anything is shown to a signed-in user, and lets a later session wait for it. A visitor
 * has none: it is not loaded, unless the device holds something of a user who was here before.
 */
export async function startLocalWhenNeeded(): Promise<void> {
  session.needs(async () => Promise.all([startLocal(), loadPartsForUsers()]));
  if (session.userId() !== undefined) await session.prepare();
  else if (await hasLeftovers()) session.prepare().catch(() => undefined);
}

const startLocal = async () => (await import('./start.ts')).startLocal();

/** Whether a session that ended has left something that has to be finished or cleared away. */
async function hasLeftovers(): Promise<boolean> {
  if (Object.keys(localStorage).some((key) => key.startsWith('gatherwell.'))) return true;
  const databases = await indexedDB.databases().catch(() => []);
  return databases.some(({ name }) => name?.startsWith('gatherwell-'));
}
