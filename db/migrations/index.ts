import type { Migration } from 'kysely/migration';
import * as foundation from './2026-11-21-foundation.ts';

/** Every migration by its name, oldest first. A static list, so that the same one runs where there are no files. */
export const migrations: Record<string, Migration> = {
  '2026-11-21-foundation': foundation,
};
