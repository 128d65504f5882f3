import { Hono } from 'hono';
import type { Db } from '#db/database.ts';
import { csvResponse } from '../csv.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { limitRequest } from '../limit.ts';
import { failure, type RestBindings } from '../rest/rest.ts';
import { countRecords, findRecordedNotes, findRecordedTags, type RecordRow } from './prospects.queries.ts';

/** How many notes or tags are read at a time. */
const batchSize = 500;

const columns = ['User Name', 'Kind', 'Text', 'Written At', 'Changed At'];

/**
 * `GET /api/prospects/notes.csv`: all notes and tags of the organization that asks, on those whom it may find, user by
 * user: first the notes, then the tags. `x-total-count` is how many there are.
 */
export function prospectExportRoutes(): Hono<RestBindings> {
  return new Hono<RestBindings>().get('/prospects/notes.csv', async (c) => {
    const ctx = c.get('context');
    const session = await ctx.session(['read', 'administration']);
    if (!session) return failure('Please sign in first.', 401);
    if (session.userType !== 'organization') return failure('This is for organizations only.', 403);
    await limitRequest(ctx, session);
    const total = await countRecords(ctx.db, session.userId);
    return csvResponse('notes-and-tags.csv', columns, rowsOf(ctx.db, session.userId), total);
  });
}

async function* rowsOf(db: Db, organizationId: string) {
  for (const find of [findRecordedNotes, findRecordedTags]) {
    let after: RecordRow | undefined;
    do {
      const records: RecordRow[] = await find(db, organizationId, { after, limit: batchSize });
      yield await cellsOf(db, records);
      after = records.length === batchSize ? records.at(-1) : undefined;
    } while (after);
  }
}

async function cellsOf(db: Db, records: readonly RecordRow[]): Promise<string[][]> {
  const ids = [...new Set(records.map((record) => record.user_id))];
  const names = new Map((await hydrateProfiles(db, ids, undefined)).map(({ _id, name }) => [_id, name]));
  return records.map((record) => [
    names.get(record.user_id) ?? '',
    record.kind,
    record.text,
    record.created_at?.toISOString() ?? '',
    record.changed_at?.toISOString() ?? '',
  ]);
}
