import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { notificationView } from '../../notifications/notifications.schema.ts';
import { postView } from '../../posts/posts.schema.ts';
import { root } from './tools.ts';

/**
 * A hash of the shape of what browsers keep: the views that the server answers and the tables that hold them. A
 * browser whose copy was made by a program with another hash makes it anew.
 */
export function localSchemaHash(): string {
  const hash = createHash('sha256');
  for (const view of [postView, notificationView]) hash.update(JSON.stringify(z.toJSONSchema(view)));
  hash.update(readFileSync(join(root, 'src/local/database.ts')));
  return hash.digest('base64url').slice(0, 16);
}
