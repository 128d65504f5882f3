import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import {
  findFirstSnapshot,
  forgetLaterSnapshots,
  prepareSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from './snapshots.ts';
import { createMockedTables } from './tables.ts';

const world = setUpWorld(async ({ db }) => {
  await createMockedTables(db);
  await prepareSnapshots(db);
});
const now = new Date('2026-11-21T09:00:00.000Z');

/** Every row of every table of the product, as a text. */
async function contentOf(db: Db): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'event_epoch'`.execute(
    db,
  );
  const content: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ rows: string[] | null }>`
      select array_agg(t::text order by t::text) as rows from ${sql.table(name)} t`.execute(db);
    content[name] = rows[0]?.rows?.join('\n') ?? '';
  }
  return content;
}

async function post(organization: Awaited<ReturnType<typeof world.organization>>, title: string) {
  return world.as(organization).posts.create({ postType: 'general', title, isActive: true, undoable: false });
}

describe('a snapshot', () => {
  let first: number;
  let before: Record<string, string>;
  let clinic: Awaited<ReturnType<typeof world.organization>>;
  let postId: string;

  beforeEach(async () => {
    clinic = await world.organization('clinic', { mission: 'Größe, "quotes", \\ and\nlines' });
    postId = (await post(clinic, 'Kept, (with) "signs"'))._id;
    first = await takeSnapshot(world.db, now);
    before = await contentOf(world.db);
  });

  test('brings back what was added, changed and deleted since', async () => {
    const alice = await world.individual('alice');
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: clinic._id });
    await world.as(alice).posts.like({ id: postId });
    await post(clinic, 'Added');
    await world.db.deleteFrom('posts').where('id', '=', postId).execute();
    await world.db.updateTable('organizations').set({ name: 'Other' }).execute();
    expect(await contentOf(world.db)).not.toEqual(before);
    expect(await restoreSnapshot(world.db, first)).toBe(true);
    expect(await contentOf(world.db)).toEqual(before);
  });

  test('can be restored again and again, and so can later and earlier ones', async () => {
    await post(clinic, 'Second');
    const second = await takeSnapshot(world.db, now);
    const then = await contentOf(world.db);
    await world.db.deleteFrom('posts').execute();
    for (const [id, content] of [
      [first, before],
      [second, then],
      [second, then],
      [first, before],
      [second, then],
    ] as const) {
      await restoreSnapshot(world.db, id);
      expect(await contentOf(world.db)).toEqual(content);
      await post(clinic, 'Passing');
    }
    await restoreSnapshot(world.db, first);
    const third = await takeSnapshot(world.db, now);
    await post(clinic, 'Third');
    await restoreSnapshot(world.db, third);
    expect(await contentOf(world.db)).toEqual(before);
  });

  test('leaves out what a transaction took back', async () => {
    const failing = world.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('posts').execute();
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await post(clinic, 'Later');
    await restoreSnapshot(world.db, first);
    expect(await contentOf(world.db)).toEqual(before);
  });

  test('makes the event log another one, so that devices fetch everything again', async () => {
    const epoch = () => world.db.selectFrom('event_epoch').select('epoch').executeTakeFirstOrThrow();
    const last = await epoch();
    await restoreSnapshot(world.db, first);
    expect(await epoch()).not.toEqual(last);
  });

  test('keeps triggers and references in force after it was restored', async () => {
    await restoreSnapshot(world.db, first);
    const orphan = world.db.insertInto('user_heads').values({ user_id: postId, seq: 0 }).execute();
    await expect(orphan).rejects.toThrow(/foreign key/);
  });

  test('that nobody took is not restored', async () => {
    expect(await restoreSnapshot(world.db, 999_999)).toBe(false);
    expect(await contentOf(world.db)).toEqual(before);
  });

  test('is forgotten unless it is the first', async () => {
    const start = await findFirstSnapshot(world.db);
    await restoreSnapshot(world.db, start?.id ?? 0);
    const origin = await contentOf(world.db);
    await post(await world.organization('late'), 'Late');
    await forgetLaterSnapshots(world.db);
    expect(await restoreSnapshot(world.db, first)).toBe(false);
    await restoreSnapshot(world.db, start?.id ?? 0);
    expect(await contentOf(world.db)).toEqual(origin);
  });
});

test('snapshots of tables that have other columns now are forgotten', async () => {
  await takeSnapshot(world.db, now);
  await sql`alter table mocked.mails add column spam boolean`.execute(world.db);
  await prepareSnapshots(world.db);
  expect(await findFirstSnapshot(world.db)).toBeUndefined();
});
