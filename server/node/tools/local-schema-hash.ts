import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { userEvent } from '../../events/events.schema.ts';
import { root } from './tools.ts';

/**
 * A hash of the shape of what browsers keep: the views that the server answers and the tables that hold them. A
 * browser whose copy was made by a program with another hash makes it anew.
 */
export function localSchemaHash(): string {
  const hash = createHash('sha256');
  // Events carry every view that is kept.
  hash.update(JSON.stringify(z.toJSONSchema(userEvent)));
  hash.update(readFileSync(join(root, 'src/local/engine/database.ts')));
  return hash.digest('base64url').slice(0, 16);
}
