import { decodeCursor, type KeysetCursor } from '#db/keyset.ts';
import { badField } from './errors.ts';

/** Parses the place in a list that a client passes back. Throws a 400 where the text is no such place. */
export function readCursor(cursor: string | null | undefined): KeysetCursor | undefined {
  if (cursor == null) return undefined;
  const place = decodeCursor(cursor);
  if (!place) throw badField('cursor', 'This is not a cursor.');
  return place;
}
