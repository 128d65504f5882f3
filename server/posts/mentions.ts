import type { Trx } from '#db/database.ts';
import { findBlockedAmong, selectBlockLock } from '../blocks/blocks.queries.ts';
import { mentionPattern } from './mention-pattern.ts';

/**
 * Returns a text with the mentions of users between whom and the author is a block reduced to their names. Without
 * mentions it costs nothing; with some it must come before the transaction locks anything.
 */
export async function withoutBlockedMentions(trx: Trx, authorId: string, text: string): Promise<string> {
  const ids = [...text.matchAll(mentionPattern)].map(([, , userId = '']) => userId.toLowerCase());
  if (ids.length === 0) return text;
  await selectBlockLock(trx, authorId).execute();
  const blocked = await findBlockedAmong(trx, authorId, [...new Set(ids)]);
  return text.replaceAll(mentionPattern, (mention: string, name: string, userId: string) =>
    blocked.has(userId.toLowerCase()) ? name : mention,
  );
}
