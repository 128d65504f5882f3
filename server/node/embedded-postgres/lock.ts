import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOf } from './processes.ts';

/** Locks the folder for this process, or returns the number of the running process that has it. */
export async function lock(folder: string): Promise<{ release(): Promise<void> } | { heldBy: number }> {
  const path = lockPath(folder);
  const own = `${process.pid} ${await startOf(process.pid)}`;
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, own, { mode: 0o644 });
  try {
    for (;;) {
      try {
        await link(draft, path);
        return { release: () => rm(path, { force: true }) };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const heldBy = await lockHolder(folder);
      if (heldBy !== undefined) return { heldBy };
      await rm(path, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** The running process that has the folder, if any. A lock whose process ended without releasing it counts for nothing. */
export async function lockHolder(folder: string): Promise<number | undefined> {
  const text = await readFile(lockPath(folder), 'utf8').catch(() => '');
  const [, pid, started] = /^(\d+) (.+)$/.exec(text) ?? [];
  if (pid === undefined) return undefined;
  return (await startOf(Number(pid))) === started ? Number(pid) : undefined;
}

const lockPath = (folder: string) => join(folder, 'lock');
