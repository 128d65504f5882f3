import type { Db } from '#db/database.ts';
import type { PresencePort } from '../ports.ts';
import {
  deleteProcess,
  findConnectedAmong,
  findKnownAmong,
  keepProcessAlive,
  savePresences,
  sweepProcesses,
} from './connectivities.queries.ts';

/** What a process stores of its own users. */
type OwnPresences = Pick<PresencePort, 'keepAlive' | 'save' | 'remove'>;

/** Where a process stores who is online, and finds it. */
export interface PresenceStore extends OwnPresences, Pick<PresencePort, 'sweep'> {
  /** Returns those of the users who are connected, as far as the viewer may know. */
  connectedAmong(db: Db, viewerId: string, userIds: readonly string[]): Promise<Set<string>>;
}

/** Keeps who is online at the port, and in the database where there is none or while it does not respond. */
export function createPresenceStore(db: Db, port: PresencePort | undefined): PresenceStore {
  const inDatabase: OwnPresences = {
    keepAlive: (processId, milliseconds) => keepProcessAlive(db, processId, milliseconds),
    save: (change) => savePresences(db, change),
    remove: (processId) => deleteProcess(db, processId),
  };
  if (!port) return { ...inDatabase, sweep: () => sweepProcesses(db), connectedAmong: findConnectedAmong };

  /** Where the users of this process are. */
  let used: OwnPresences | undefined;

  /**
   * Does the work at a store. Where another one was used before, this process is removed first, so that all its users
   * are stored anew: who is there may have left meanwhile.
   */
  async function workAt<T>(
    store: OwnPresences,
    processId: string,
    work: (store: OwnPresences) => Promise<T>,
  ): Promise<T> {
    const before = used;
    if (before && before !== store) await store.remove(processId);
    const result = await work(store);
    used = store;
    // What stays there counts for nobody, and is swept.
    if (before === inDatabase && store === port) await before.remove(processId).catch(() => {});
    return result;
  }

  const work = async <T>(processId: string, one: (store: OwnPresences) => Promise<T>): Promise<T> => {
    try {
      return await workAt(port, processId, one);
    } catch {
      return workAt(inDatabase, processId, one);
    }
  };

  return {
    keepAlive: (processId, milliseconds) =>
      work(processId, (store) => store.keepAlive(processId, milliseconds)),
    save: (change) => work(change.processId, (store) => store.save(change)),
    remove: (processId) => work(processId, (store) => store.remove(processId)),

    async sweep() {
      const atPort = await port.sweep().catch(() => []);
      return used === inDatabase ? [...atPort, ...(await sweepProcesses(db))] : atPort;
    },

    async connectedAmong(ownDb, viewerId, userIds) {
      const connected =
        used === inDatabase ? undefined : await port.connectedAmong(userIds).catch(() => undefined);
      if (!connected) return findConnectedAmong(ownDb, viewerId, userIds);
      return connected.length > 0 ? findKnownAmong(ownDb, viewerId, connected) : new Set();
    },
  };
}
