import { execFile } from 'node:child_process';
import { chown, mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The bytes of a disk. It takes memory only as it fills. */
const size = 4 * 1024 ** 3;

/** The bytes that are taken last when it is filled. */
const margin = 64 * 1024 ** 2;

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** A file system for one database, which can be filled. */
export interface Disk {
  folder: string;
  /** Takes all space that is left. Absent where file systems cannot be mounted: the disk is then a folder. */
  fill?: () => Promise<void>;
  /** Gives back what `fill` took. */
  free(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes a disk of its own at a folder: in memory, where this process may mount one. */
export async function openDisk(
  folder: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<Disk> {
  await mkdir(folder, { recursive: true });
  const isMounted = await run('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${size},mode=0711`,
    'gatherwell',
    folder,
  ]).then(
    () => true,
    () => false,
  );
  if (owner) await chown(folder, owner.uid, owner.gid);
  const ballast = join(folder, 'ballast');
  const free = () => rm(ballast, { force: true });
  return {
    folder,
    free,
    ...(isMounted && {
      async fill() {
        // The database takes some of it meanwhile: most of it first, which takes longest, and then the rest.
        for (const left of [margin, 0])
          for (let attempt = 1; ; attempt++)
            try {
              const [{ bavail, bsize }, taken] = [await statfs(folder), await sizeOf(ballast)];
              const more = bavail * bsize - left;
              if (more > 0) await run('fallocate', ['-o', String(taken), '-l', String(more), ballast]);
              break;
            } catch (error) {
              if (attempt === 20) throw error;
            }
      },
    }),
    async [Symbol.asyncDispose]() {
      await free();
      if (isMounted) await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
