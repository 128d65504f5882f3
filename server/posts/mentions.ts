import type { Trx } from '#db/database.ts';
import { findBlockedAmong, selectBlockLock } from '../blocks/blocks.queries.ts';

/** A mention, as screens take it for one: `@[Display Name](userId)`. */
const mentions = /@\[((?:[^\]\n]|\](?!\()){1,200})\]\(([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\)/gi;

/**
 * Returns a text with the mentions of users between whom and the author is a block reduced to their names. Without
 * mentions it costs nothing; with some it must come before the transaction locks anything.
 */
export async function withoutBlockedMentions(trx: Trx, authorId: string, text: string): Promise<string> {
  const ids = [...text.matchAll(mentions)].map(([, , userId = '']) => userId.toLowerCase());
  if (ids.length === 0) return text;
  await selectBlockLock(trx, authorId).execute();
  const blocked = await findBlockedAmong(trx, authorId, [...new Set(ids)]);
  return text.replaceAll(mentions, (mention: string, name: string, userId: string) =>
    blocked.has(userId.toLowerCase()) ? name : mention,
  );
}
