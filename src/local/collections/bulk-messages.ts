import type { BulkMessageView } from '#server/conversations/bulk.schema.ts';
import { api } from '#src/app/api.ts';
import { defineCollection } from '../engine/collection.ts';
import { writeFetched } from '../engine/rows.ts';
import { defineStore } from '../engine/store.ts';
import type { Dated, LocalDatabase, RowChange } from '../engine/types.ts';

/** A message to many with its progress. */
interface BulkMessageRow extends Dated {
  _id: string;
  view: BulkMessageView;
}

const bulkMessageRows = defineStore<BulkMessageRow>('bulkMessages', '_id, [view.createdAt+_id]', 4);

/** How many are kept: they show how far a message is, and what was sent stands in the conversations. */
const most = 10;

const changeOf = (view: BulkMessageView): RowChange => bulkMessageRows.merge(view._id, { view });

/** The newest messages to many that the user sends or has sent. */
export const bulkMessages = defineCollection({
  stores: [bulkMessageRows],
  events: {
    'bulk-message-changed': ({ payload: { bulkMessage } }) => [changeOf(bulkMessage)],
  },
  snapshot: async () => {
    const { items } = await api.conversations.bulkJobs.query({ limit: most });
    return (db, { revision }) => writeFetched(db, items.map(changeOf), revision);
  },
  trim: async (db) => {
    const table = bulkMessageRows.in(db);
    const extra = await table.orderBy('[view.createdAt+_id]').reverse().offset(most).primaryKeys();
    await table.bulkDelete(extra);
  },
});

/** The messages to many on this device, the newest first. */
export async function readBulkMessages(db: LocalDatabase): Promise<BulkMessageView[]> {
  const rows = await bulkMessageRows.in(db).orderBy('[view.createdAt+_id]').reverse().limit(most).toArray();
  return rows.map(({ view }) => view);
}

/** A message to many as it is on this device; undefined where it is not. */
export const readBulkMessage = async (db: LocalDatabase, id: string): Promise<BulkMessageView | undefined> =>
  (await bulkMessageRows.in(db).get(id))?.view;
