import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { applyEvents } from '../engine/apply.ts';
import { defineCollections } from '../engine/collection.ts';
import { deleteDatabase, openDatabase } from '../engine/database.ts';
import { enqueue, pendingMutations } from '../engine/outbox.ts';
import { takeSnapshot } from '../engine/snapshot.ts';
import type { LocalDatabase } from '../engine/types.ts';
import { applyToAttendance, attendance, attendanceRows } from '../testing/attendance.ts';
import { alice } from '../testing/people.ts';
import { TinyServer } from '../testing/server.ts';
import { idOf } from '../testing/views.ts';
import { list } from './index.ts';

const server = vi.hoisted(() => ({ api: {} as object }));
vi.mock('#src/app/api.ts', () => ({
  api: new Proxy({}, { get: (_, name) => Reflect.get(server.api, name) }),
}));

let db: LocalDatabase;
let tiny: TinyServer;
beforeEach(async () => {
  tiny = new TinyServer(2);
  server.api = tiny.api;
  const collections = defineCollections([...list, attendance]);
  db = openDatabase(alice._id, 'test', collections);
  return async () => {
    db.close({ disableAutoOpen: true });
    await deleteDatabase(alice._id);
  };
});

/** Resolves to what a screen shows of Alice's attendance. */
async function isGoing(number: number): Promise<boolean> {
  const row = await attendanceRows.in(db).get(idOf(number));
  const place = { id: idOf(number), userId: alice._id };
  return applyToAttendance(row?.isGoing ?? false, await pendingMutations(db), place);
}

it('is what the README shows', () => {
  const code = readFileSync(`${import.meta.dirname}/../testing/attendance.ts`, 'utf8');
  const readme = readFileSync(`${import.meta.dirname}/../README.md`, 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${code}\`\`\`\n`);
});

it('shows a pending mutation at once, and keeps its effect with the event', async () => {
  await takeSnapshot(db);
  expect(await isGoing(1)).toBe(false);

  await enqueue(db, { name: 'attend', input: { postId: idOf(1), isGoing: true } });
  expect(await isGoing(1)).toBe(true);
  expect(await isGoing(2)).toBe(false);

  const [mutation] = await pendingMutations(db);
  tiny.receive(mutation?.opId ?? '', {
    name: 'say',
    input: { postId: idOf(1), interest: 'going', on: true },
  });
  await applyEvents(db, tiny.epoch, tiny.log);
  expect(await pendingMutations(db)).toEqual([]);
  expect(await isGoing(1)).toBe(true);
});

it('cancels out what is set and set back before it is sent', async () => {
  for (const going of [true, false])
    await enqueue(db, { name: 'attend', input: { postId: idOf(1), isGoing: going } });
  expect(await pendingMutations(db)).toEqual([]);
});
