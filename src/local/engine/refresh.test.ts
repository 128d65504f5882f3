import { afterEach, expect, it, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import { alice } from '../testing/people.ts';
import '../collections/index.ts';
import { localDatabase, wipe } from './current-database.ts';
import { writeMeta } from './database.ts';
import { refresh } from './refresh.ts';

const { loaded, takeFirstSnapshot } = vi.hoisted(() => ({
  loaded: Promise.withResolvers<void>(),
  takeFirstSnapshot: vi.fn<() => Promise<void>>(async () => {}),
}));
vi.mock('#src/app/api.ts', () => ({ api: {} }));
vi.mock('./snapshot.ts', async () => {
  await loaded.promise;
  return { takeFirstSnapshot };
});

afterEach(async () => {
  session.end();
  await wipe(alice._id);
});

it('takes no second snapshot where another is taken while the code for it is loaded', async () => {
  session.begin(alice);
  const db = localDatabase();
  if (!db) throw new Error('There is no database.');
  const pull = vi.fn<() => Promise<void>>();
  const refreshed = refresh(pull);
  await db.transaction('rw', db.meta, () => writeMeta(db, { cursor: { epoch: 'one', seq: 3 } }));
  loaded.resolve();
  await refreshed;
  expect(takeFirstSnapshot).not.toHaveBeenCalled();
  expect(pull).not.toHaveBeenCalled();
});
