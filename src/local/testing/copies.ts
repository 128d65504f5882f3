import { afterEach } from 'vitest';
import { type Act, kindOf } from '../acts.ts';
import { deleteDatabase, type LocalDatabase, type OutboxRow, openDatabase } from '../engine/database.ts';

const opened = new Map<LocalDatabase, string>();

/** Opens a copy of its own for a test, or a further handle on one, as another tab would. Gone after the test. */
export function openCopy(name: string = crypto.randomUUID()): LocalDatabase {
  const db = openDatabase(name, 'test');
  opened.set(db, name);
  return db;
}

/** Another tab's handle on the same copy. */
export function openAgain(db: LocalDatabase): LocalDatabase {
  return openCopy(opened.get(db));
}

let lastOrder = 0;

/** An act as the outbox keeps it. */
export function outboxRow(act: Act, more: Partial<OutboxRow> = {}): OutboxRow {
  lastOrder += 1;
  const lane = kindOf(act)?.lane(act.input) ?? '';
  return {
    ...act,
    opId: crypto.randomUUID(),
    order: lastOrder,
    lane,
    state: 'waiting',
    ...more,
  } as OutboxRow;
}

afterEach(async () => {
  const names = new Set(opened.values());
  for (const db of opened.keys()) db.close({ disableAutoOpen: true });
  opened.clear();
  for (const name of names) await deleteDatabase(name);
});
