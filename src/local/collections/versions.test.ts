import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../engine/database.ts';
import { alice } from '../testing/people.ts';
import { collections } from './index.ts';

/**
 * The tables that each version of the database brought or changed. Devices have these versions, so they stay as they are:
 * a change of a table adds a version here, which is the last argument of its `defineStore`.
 */
const versions: Record<number, Record<string, string>> = {
  1: {
    meta: 'name',
    outbox: 'opId, order, lane',
    drafts: 'key',
    posts: '_id',
    feedEntries: 'postId, [at+postId]',
    calendars: 'owner, savedAt',
    calendarEntries: '[owner+_id], [owner+ends]',
    profiles: '_id',
    memberships: '_id',
    notifications: '_id, [view.createdAt+_id]',
  },
  3: {
    conversations: '_id, otherId, [view.updatedAt+_id]',
    messages: '[conversationId+seq], _id',
    messageWindows: 'conversationId',
    files: 'fileId',
    blobs: 'fileId',
  },
  4: { bulkMessages: '_id, [view.createdAt+_id]' },
  6: { messagePictures: 'path, conversationId, keptAt, isWanted' },
};

it('a change of a table comes with a version that devices do not have', async () => {
  const db = openDatabase(alice._id, 'any', collections);
  onTestFinished(() => db.delete());
  await db.open();
  expect(db.verno).toBe(Math.max(...Object.keys(versions).map(Number)));
  const tables = db.tables.map(({ name, schema: { primKey, indexes } }) => [
    name,
    [primKey, ...indexes].map(({ src }) => src).join(', '),
  ]);
  // In order of the numbers: the last that changed a table counts.
  expect(Object.fromEntries(tables)).toEqual(Object.assign({}, ...Object.values(versions)));
});
