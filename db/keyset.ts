import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * A place in a list that is ordered by an instant and then an id, both descending: the last row of the page
 * before. The id breaks ties, so rows that share an instant are neither repeated nor left out.
 */
export interface KeysetCursor {
  at: Date;
  id: string;
}

/** Returns a cursor as the opaque text that clients pass back. */
export function encodeCursor(cursor: KeysetCursor): string {
  return `${cursor.at.getTime().toString(36)}_${cursor.id}`;
}

/** Parses a cursor; returns `undefined` where the text is not one. */
export function decodeCursor(text: string): KeysetCursor | undefined {
  const match = /^([0-9a-z]{1,11})_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/.exec(text);
  const [, at, id] = match ?? [];
  if (at === undefined || id === undefined) return undefined;
  const instant = new Date(Number.parseInt(at, 36));
  // Years of more than four digits are written differently by each driver, and stand in no list.
  return instant.getUTCFullYear() <= 9999 ? { at: instant, id } : undefined;
}

/** The condition "comes after the cursor", as one row comparison that an index on both columns serves. */
export function afterCursor(
  at: Expression<unknown>,
  id: Expression<unknown>,
  cursor: KeysetCursor,
): Expression<SqlBool> {
  return sql<SqlBool>`(${at}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
}

/** Cuts a page out of `limit + 1` rows: the rows, and the cursor behind them where there are more. */
export function cutPage<T, Place extends KeysetCursor = KeysetCursor>(
  rows: readonly T[],
  limit: number,
  key: (row: T) => Place,
  encode: (place: Place) => string = encodeCursor,
) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const cursor = rows.length > limit && last ? encode(key(last)) : null;
  return { page, cursor };
}
