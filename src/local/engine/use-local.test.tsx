import '../collections/index.ts';
import { Dexie } from 'dexie';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { alice } from '../testing/people.ts';
import { followSession, localDatabase, reopenMs } from './current-database.ts';
import { announceUnknownChanges, deleteDatabase, openDatabase, readFact, writeFacts } from './database.ts';
import { tombstones } from './tombstones.ts';
import type { LocalDatabase } from './types.ts';
import { useLocal } from './use-local.ts';

/** Where there is one, reads wait for it. */
let gate: Promise<void> | undefined;
let reads: number;

function Unread() {
  const unread = useLocal(
    async (db) => {
      reads += 1;
      if (gate) await gate;
      return (await readFact(db, 'unread')) as number | undefined;
    },
    [],
    -1,
  );
  return `${unread ?? 'no'} unread`;
}

const { render } = createTestRoot();
let stop: () => void;
let others: LocalDatabase[];
beforeEach(() => {
  gate = undefined;
  reads = 0;
  others = [];
  stop = followSession();
  session.begin(alice);
});
afterEach(async () => {
  session.end();
  stop();
  for (const db of others) db.close({ disableAutoOpen: true });
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  localStorage.clear();
});

const shown = (text: string) =>
  vi.waitFor(async () => {
    await act(async () => {});
    expect(document.body.textContent).toBe(text);
  });

/** Writes as another tab does, with a handle of its own. */
async function writeElsewhere(unread: number): Promise<void> {
  const db = openDatabase(alice._id);
  others.push(db);
  await writeFacts(db, { unread });
}

/** In another tab: `setItem` and `removeItem` notify this one. */
const notify = (key: string, newValue: string | null) =>
  act(async () => dispatchEvent(new StorageEvent('storage', { key, newValue })));

describe('what a screen reads', () => {
  it('comes again where another tab deleted the database in the midst of reading', async () => {
    await writeElsewhere(1);
    await render(<Unread />);
    await shown('1 unread');

    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const before = reads;
    await writeElsewhere(2);
    await vi.waitFor(() => expect(reads).toBeGreaterThan(before));
    await deleteDatabase(alice._id);
    gate = undefined;
    resolve();
    await act(async () => {});
    await writeElsewhere(3);
    await shown('3 unread');
  });

  it('comes again where the leader ended before it notified the others of a commit', async () => {
    await writeElsewhere(1);
    await render(<Unread />);
    await shown('1 unread');

    // Without Dexie, which would notify the page.
    const written = others[0]?.backendDB().transaction('meta', 'readwrite');
    written?.objectStore('meta').put({ name: 'unread', value: 2 });
    await new Promise((resolve) => {
      if (written) written.oncomplete = resolve;
    });
    await act(async () => {});
    expect(document.body.textContent).toBe('1 unread');
    announceUnknownChanges();
    await shown('2 unread');
  });

  it('comes once the database of a user who signed out elsewhere may be opened again', async () => {
    tombstones.lay(alice._id);
    expect(localDatabase()).toBeUndefined();
    await render(<Unread />);
    await shown('-1 unread');

    tombstones.lift(alice._id);
    await notify(`gatherwell.signed-out.${alice._id}`, null);
    await writeElsewhere(3);
    await shown('3 unread');
  });

  it('is not announced anew where its user signed out here', async () => {
    await render(<Unread />);
    await shown('no unread');
    const changed = vi.fn();
    Dexie.on('storagemutated', changed);
    onTestFinished(() => Dexie.on.storagemutated.unsubscribe(changed));

    const db = localDatabase();
    const closed = new Promise((resolve) => db?.on('close', () => setTimeout(resolve, 2 * reopenMs)));
    session.end();
    await closed;
    expect(changed.mock.calls.filter(([parts]) => 'all' in parts)).toEqual([]);
  });
});
