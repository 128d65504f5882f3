import { rm } from 'node:fs/promises';

/** Leaves nothing of the run's database, pictures and mails behind. */
export default async function removeData(): Promise<void> {
  const dataDir = process.env['E2E_DATA_DIR'];
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
}
