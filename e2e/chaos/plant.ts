import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { createPictureStorage } from '#server/node/ports/picture-storage.ts';
import type { Scheduled } from '#server/node/testing/publishing.ts';
import { isCutOff } from './checks.ts';
import type { Mutation } from './evidence.ts';
import type { Stage } from './stage.ts';

/**
 * Injects, at the end of a run, every kind of damage that checks look for: into the database, into a browser's local
 * cache and on its screen. A check that finds nothing now would have found nothing before.
 */
export async function plantDamage({ servers, seats, programs }: Stage, scheduled: Scheduled): Promise<void> {
  await plantInStore(servers.media.folder);
  const { db } = servers;
  const cutOffs = servers.cluster?.database.cutOffs ?? [];
  const done = programs
    .flatMap(({ mutations }) => mutations)
    .filter((mutation) => mutation.state === 'done' && !isCutOff(cutOffs, mutation));
  await db.updateTable('post_counters').set({ liked: sql`liked + 1` }).execute();
  await swapAcknowledgements(db, done);
  await db
    .updateTable('user_events')
    .set({ type: 'post-removed' })
    .where('type', '=', 'post-upserted')
    .where(sql`payload->'post'->>'_id'`, '=', scheduled.ids[0] ?? '')
    .execute();
  await db.deleteFrom('follows').execute();
  await plantInMessages(db);
  const [forgotten, foreign] = done.toReversed();
  const stranger = programs.find(({ person }) => person.user._id !== foreign?.userId);
  await db
    .deleteFrom('operations')
    .where('op_id', '=', forgotten?.opId ?? '')
    .execute();
  await db
    .updateTable('operations')
    .set({ user_id: stranger?.person.user._id ?? '' })
    .where('op_id', '=', foreign?.opId ?? '')
    .execute();

  const [seat] = seats;
  if (!seat) return;
  await db
    .deleteFrom('user_events')
    .where('user_id', '=', seat.person.user._id)
    .where('seq', '=', 2)
    .execute();
  await seat.inPage(spoil, `gatherwell-${seat.person.user._id}`);
  for (const each of seats) await each.inPages(pretend);
  programs[0]?.stale.push({ opId: 'planted', text: 'planted' });
  servers.log.push({ from: 'nobody', at: Date.now(), level: 'error', message: 'planted' });
}

/** Spoils every picture, and stores one for a message that never was. */
async function plantInStore(folder: string): Promise<void> {
  const storage = createPictureStorage({ kind: 'folder', folder });
  const spoiled = new Uint8Array([0]);
  const keys: string[] = [];
  for await (const key of storage.keys?.() ?? []) keys.push(key);
  for (const key of keys) await storage.put(key, spoiled);
  await storage.put('private/00/00000000-0000-7000-8000-000000000000/96.webp', spoiled);
}

/** Deletes a message, stores one twice, exchanges two others, and changes what is counted. */
async function plantInMessages(db: Stage['servers']['db']): Promise<void> {
  const [lost, ...others] = await db
    .selectFrom('messages')
    .selectAll()
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute();
  const lanes = Map.groupBy(others, (message) => `${message.conversation_id} ${message.sender_id}`);
  const [first, last] =
    [...lanes.values()].filter(({ length }) => length > 1).map((own) => [own[0], own.at(-1)])[0] ?? [];
  if (!lost || !first || !last) return;
  await db.deleteFrom('messages').where('id', '=', lost.id).execute();
  const behind = sql<number>`(select max(seq) + 1 from messages where conversation_id = ${last.conversation_id})`;
  await db
    .insertInto('messages')
    .values({ ...last, id: uuid(), seq: behind })
    .execute();
  await db.updateTable('messages').set({ seq: behind }).where('id', '=', first.id).execute();
  await db.updateTable('unread_messages').set({ unread: sql`unread + 1` }).execute();
  await db.updateTable('wallets').set({ balance: sql`balance + 1` }).execute();
}

/** Exchanges two mutations of one lane in the log. */
async function swapAcknowledgements(db: Stage['servers']['db'], done: readonly Mutation[]): Promise<void> {
  const lanes = Map.groupBy(done, ({ by, lane }) => `${by} ${lane}`);
  const [first, last] =
    [...lanes.values()].filter(({ length }) => length > 1).map((own) => [own[0], own.at(-1)])[0] ?? [];
  if (!first || !last) return;
  await db
    .updateTable('user_events')
    .set({
      op_id: sql<string>`case op_id when ${first.opId}::uuid then ${last.opId}::uuid else ${first.opId}::uuid end`,
    })
    .where('op_id', 'in', [first.opId, last.opId])
    .where('type', '=', 'operation-done')
    .execute();
}

/** In the page: takes the cursor back and forth, leaves something in the outbox, and changes rows. */
async function spoil(name: string): Promise<void> {
  const open = indexedDB.open(name);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result);
    open.onerror = () => reject(open.error ?? new Error('The copy cannot be opened.'));
  });
  const read = <T>(table: string) =>
    new Promise<T[]>((resolve) => {
      const all = database.transaction(table).objectStore(table).getAll() as IDBRequest<T[]>;
      all.onsuccess = () => resolve(all.result);
    });
  const write = (table: string, row: unknown) =>
    new Promise((resolve) => {
      const transaction = database.transaction(table, 'readwrite');
      transaction.objectStore(table).put(row);
      transaction.oncomplete = resolve;
    });
  const facts = await read<{ name: string; value: { epoch: string; seq: number } }>('meta');
  const cursor = facts.find((row) => row.name === 'cursor');
  if (cursor) {
    await write('meta', { ...cursor, value: { ...cursor.value, seq: cursor.value.seq - 1 } });
    await write('meta', cursor);
  }
  await write('meta', { name: 'unread', value: 1_000 });
  await write('outbox', {
    opId: '00000000-0000-7000-8000-000000000000',
    order: 1,
    lane: 'planted',
    name: 'planted',
    input: {},
    state: 'failed',
  });
  database.close();
  console.error('planted');
}

/** In a page: shows the opposite reaction. */
function pretend(): void {
  for (const button of document.querySelectorAll('article button[aria-pressed]'))
    button.setAttribute('aria-pressed', button.getAttribute('aria-pressed') === 'true' ? 'false' : 'true');
}
