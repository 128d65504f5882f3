import { decodeCursor, type KeysetCursor } from '#db/keyset.ts';
import { badField } from './errors.ts';

/** The place in a list that a caller passes back; a text that is no such place is refused with 400. */
export function readCursor(cursor: string | null | undefined): KeysetCursor | undefined {
  if (cursor == null) return undefined;
  const place = decodeCursor(cursor);
  if (!place) throw badField('cursor', 'This is not a cursor.');
  return place;
}
