import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import type { KeysetCursor } from '#db/keyset.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { findEntries } from './wallet.queries.ts';
import type { entriesPage } from './wallet-entries.schema.ts';

/** Returns a page of a wallet's entries with what they were about. */
export async function listEntries(
  db: Db,
  query: { userId: string; limit: number; cursor: KeysetCursor | undefined },
): Promise<z.infer<typeof entriesPage>> {
  const { page, cursor } = await findEntries(db, query);
  const receiverIds = page.flatMap(({ receiverId }) => receiverId ?? []);
  const profiles = await hydrateProfiles(db, [...new Set(receiverIds)], undefined);
  const byId = new Map(profiles.map((profile) => [profile._id, profile]));
  const items = page.map((row) => ({
    _id: row.id,
    coins: row.coins,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    receiver: byId.get(row.receiverId ?? '') ?? null,
    post:
      row.postId !== null && row.postType !== null && row.postTitle !== null
        ? { _id: row.postId, postType: row.postType, title: row.postTitle }
        : null,
    bulkMessage:
      row.bulkText !== null && row.bulkSent !== null ? { text: row.bulkText, sent: row.bulkSent } : null,
  }));
  return { items, cursor };
}
