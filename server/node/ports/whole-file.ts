import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How the names of files end that are being written. */
export const draftEnding = '.part';

/**
 * Writes a file, and the folders above it, so that at `path` there is all of it or what was there before. Leaves
 * nothing where it rejects, as it does on a full disk.
 */
export async function writeWholeFile(
  path: string,
  content: Parameters<typeof writeFile>[1],
  { mode }: { mode?: number } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${crypto.randomUUID()}${draftEnding}`;
  try {
    await writeFile(draft, content, { ...(mode !== undefined && { mode }), flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
