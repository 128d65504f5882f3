import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Copies what is in a folder with its owners, of whom the embedded database may be one. Makes the other folder where it
 * is missing.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}
