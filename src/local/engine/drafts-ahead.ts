import type { LocalDatabase } from './types.ts';
import { draftPrefix } from './write-ahead.ts';

/** How many characters of a draft are written ahead: it may be a whole form. */
const mostCharacters = 200_000;

/** A draft that was changed in the last moment of a page, or forgotten where it has no values. */
interface DraftAhead {
  key: string;
  values?: unknown;
}

const nameOf = ({ userId }: Pick<LocalDatabase, 'userId'>, key: string) => `${draftPrefix}${userId}.${key}`;

/**
 * The write-ahead log of drafts: a page that is left has no time for the database. An entry stays only where the page was
 * gone before the database had committed.
 */
export const draftsAhead = {
  /** Writes an entry before it returns. Where it cannot be written, the database may still get it. */
  add(db: LocalDatabase, draft: DraftAhead): void {
    try {
      const text = JSON.stringify(draft);
      if (text.length <= mostCharacters) localStorage.setItem(nameOf(db, draft.key), text);
    } catch {
      // The storage is full or blocked.
    }
  },

  remove: (db: LocalDatabase, key: string): void => localStorage.removeItem(nameOf(db, key)),

  /** Keeps the drafts that earlier pages had no time to keep. */
  async recover(db: LocalDatabase): Promise<void> {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(nameOf(db, '')));
    await Promise.all(
      names.map(async (name) => {
        const { key, values } = JSON.parse(localStorage.getItem(name) ?? '') as DraftAhead;
        await (values === undefined ? db.drafts.delete(key) : db.drafts.put({ key, values }));
        localStorage.removeItem(name);
      }),
    );
  },
};
