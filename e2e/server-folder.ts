import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const dataDir = process.env['E2E_DATA_DIR'] ?? '';

/** Where the server of a worker, by its index, keeps its data. */
export const serverFolder = (index: number): string => join(dataDir, String(index));

/** Makes the folder of all. The embedded database may run under an account of its own, which passes through. */
export async function makeDataFolder(): Promise<void> {
  await mkdir(dataDir, { mode: 0o711, recursive: true });
}

/** Removes the databases, pictures and mails of all servers. */
export async function removeDataFolder(): Promise<void> {
  if (dataDir !== '') await rm(dataDir, { recursive: true, force: true });
}
