import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where servers are that the `PATH` of ordinary accounts leaves out. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin'];

/** Returns where a program of one of these names is: in `PATH`, or where servers are. */
export const findProgram = (...names: string[]): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), ...serverFolders]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);

/** Whether a file can be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}
