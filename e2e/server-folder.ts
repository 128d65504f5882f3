import { join } from 'node:path';

/** Where the server of a worker, by its index, keeps its data. */
export const serverFolder = (index: number) => join(process.env['E2E_DATA_DIR'] ?? '', String(index));
