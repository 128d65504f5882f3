import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { userEvent } from '../../events/events.schema.ts';
import { root } from './tools.ts';

/**
 * Returns a hash of the shape of what browsers store: the views in the server's events, and the rows of the engine and
 * of the collections. A browser whose rows were written by a program with another hash fetches them anew.
 */
export function localSchemaHash(): string {
  const hash = createHash('sha256');
  // Events carry every view that is stored.
  hash.update(JSON.stringify(z.toJSONSchema(userEvent)));
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
    /^(?:export )?(?:interface [^]*?^\}|type [^]*?;$|const \w+ = define(?:Store|Fact)[^]*?;$)/gm,
  );
  return [...declarations].map(([declaration]) => declaration).join('\n');
}
