import { v7 as uuid } from 'uuid';
import { localDatabase } from './current-database.ts';
import { fileTexts } from './files.texts.ts';
import { withinQuota } from './quota.ts';
import type { LocalDatabase } from './types.ts';

/** How many bytes one file may have, all files that wait on this device, and what is left to everything else. */
const limits = { file: 26_214_400, all: 104_857_600, reserve: 20_971_520 };

/** For how many hours a file is kept that was attached to nothing. */
const unusedHours = 24;

const megabyte = 1024 * 1024;

/** Why a file cannot be kept: a sentence for people. */
export class FileNotKept extends Error {
  override name = 'FileNotKept';
}

/** Returns how many bytes of files this device still takes, until what waits is sent or discarded. */
export async function fileBudget(db: LocalDatabase | undefined = localDatabase()): Promise<{ free: number }> {
  if (!db) return { free: 0 };
  const used = await bytesKept(db);
  return { free: freeBytes(used, used + (await roomOfDevice())) };
}

async function bytesKept(db: LocalDatabase): Promise<number> {
  const kept = await db.files.toArray();
  return kept.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns how many bytes the browser still stores. The number is an estimate, where there is one at all. */
async function roomOfDevice(): Promise<number> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined ? limits.all : quota - usage - limits.reserve;
}

/** Returns how many bytes are free of the budget, where so many are used and the device stores at most so many. */
const freeBytes = (used: number, most: number) => Math.max(0, Math.min(limits.all, most) - used);

/**
 * Keeps a file on this device until the message that it is attached to is sent or discarded. Rejects with a sentence
 * where there is no room for it.
 */
export async function keepFile(
  file: File,
  db: LocalDatabase | undefined = localDatabase(),
): Promise<{ fileId: string }> {
  if (!db) throw new FileNotKept(fileTexts.nobody);
  if (file.size === 0) throw new FileNotKept(fileTexts.empty);
  if (file.size > limits.file) throw new FileNotKept(fileTexts.tooLarge);
  const most = (await bytesKept(db)) + (await roomOfDevice());
  const fileId = uuid();
  const row = { fileId, fileName: file.name, type: file.type, bytes: file.size, keptAt: new Date() };
  await withinQuota(db, () =>
    db.transaction('rw', db.files, db.blobs, async () => {
      // Counted here, so that two tabs that attach files at the same moment cannot both take what is left.
      const free = freeBytes(await bytesKept(db), most);
      if (file.size > free) throw new FileNotKept(noRoom(free));
      await db.files.add(row);
      await db.blobs.add({ fileId, blob: file });
    }),
  );
  return { fileId };
}

const noRoom = (free: number) =>
  free < megabyte ? fileTexts.noRoom : fileTexts.littleRoom(Math.floor(free / megabyte));

/** Drops a file that was attached to something that was not enqueued. */
export async function forgetFile(
  fileId: string,
  db: LocalDatabase | undefined = localDatabase(),
): Promise<void> {
  await db?.transaction('rw', db.files, db.blobs, async () => {
    if ((await db.files.get(fileId))?.isClaimed) return;
    await db.files.delete(fileId);
    await db.blobs.delete(fileId);
  });
}

/** A database gives a new object for a blob each time, and screens would show each as a new picture. */
const blobs = new Map<string, WeakRef<Blob>>();

/** Returns the contents of files that are on this device. Within a transaction over `blobs`. */
export async function readBlobs(db: LocalDatabase, fileIds: readonly string[]): Promise<Map<string, Blob>> {
  const found = new Map<string, Blob>();
  if (fileIds.length === 0) return found;
  for (const row of await db.blobs.bulkGet([...fileIds])) {
    if (!row) continue;
    const blob = blobs.get(row.fileId)?.deref() ?? row.blob;
    blobs.set(row.fileId, new WeakRef(blob));
    found.set(row.fileId, blob);
  }
  return found;
}

/**
 * Drops the files of mutations that are done or were discarded, and those that were attached to nothing for a day. What
 * a draft names is kept.
 */
export async function dropUnusedFiles(db: LocalDatabase): Promise<void> {
  if ((await db.files.count()) === 0) return;
  await db.transaction('rw', [db.files, db.blobs, db.outbox, db.drafts], async () => {
    const oldest = Date.now() - unusedHours * 60 * 60 * 1000;
    // Also those of mutations and drafts of a newer version.
    const named = JSON.stringify([await db.outbox.toArray(), await db.drafts.toArray()]);
    const unused = (await db.files.toArray()).filter(
      ({ fileId, isClaimed, keptAt }) => !named.includes(fileId) && (isClaimed || keptAt.getTime() < oldest),
    );
    const ids = unused.map(({ fileId }) => fileId);
    await db.files.bulkDelete(ids);
    await db.blobs.bulkDelete(ids);
    for (const id of ids) blobs.delete(id);
  });
}

/** Returns how many files the server does not have in a message. */
export async function countUnsentFiles(db: LocalDatabase): Promise<number> {
  await dropUnusedFiles(db);
  return db.files.count();
}
