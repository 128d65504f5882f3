import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { cultivationPage, cultivationUsersOutput } from '../../cultivations/cultivations.schema.ts';
import { dashboardView } from '../../dashboard/dashboard.schema.ts';
import { userEvent } from '../../events/events.schema.ts';
import { entriesPage } from '../../wallet/wallet-entries.schema.ts';
import { root } from './tools.ts';

/** What is stored as it is fetched: see `defineSavedViews` in `src/local/engine`. */
const savedViews = [dashboardView, entriesPage, cultivationPage, cultivationUsersOutput];

/**
 * Returns a hash of the shape of what browsers store: the views in the server's events, and the rows of the engine and
 * of the collections. A browser whose rows were written by a program with another hash fetches them anew.
 */
export function localSchemaHash(): string {
  const hash = createHash('sha256');
  // Events carry every view that is stored in rows; the others are stored as they are fetched.
  for (const schema of [userEvent, ...savedViews]) hash.update(JSON.stringify(z.toJSONSchema(schema)));
  const files = ['src/local/engine/database.ts', ...globSync('src/local/collections/*.ts', { cwd: root })];
  for (const file of files.toSorted())
    if (!file.includes('.test.')) hash.update(declaredShapes(readFileSync(join(root, file), 'utf8')));
  return hash.digest('base64url').slice(0, 16);
}

/**
 * Returns the parts of a file that define what its rows look like: its types, tables and facts. What events and
 * mutations do may change without a new hash.
 */
export function declaredShapes(source: string): string {
  const declarations = source.matchAll(
    /^(?:export )?(?:interface [^]*?^\}|type [^]*?;$|const \w+ = define(?:Store|Fact|SavedViews)[^]*?;$)/gm,
  );
  return [...declarations].map(([declaration]) => declaration).join('\n');
}
