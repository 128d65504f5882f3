import { collections } from './collections/index.ts';
import { startEngine } from './engine/start.ts';

/** Starts the local database: once per tab, before anything is shown. */
export const startLocal = (): void => startEngine(collections);
