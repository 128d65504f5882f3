import pg from 'pg';
import { expect, it } from 'vitest';
import { runShared } from './database.ts';
import { currentDeadline, withDatabaseDeadline } from './deadline.ts';
import { createPostgresDb } from './postgres.ts';

it('runs work that several requests wait for outside of the deadline of the one that sets it off', async () => {
  const db = createPostgresDb(new pg.Pool());
  await withDatabaseDeadline(1_000, async () => {
    expect(currentDeadline()).toBeDefined();
    expect(runShared(db, currentDeadline)).toBeUndefined();
  });
});
