import { type SqlBool, sql } from 'kysely';
import { encodeCursor, type KeysetCursor } from '#db/keyset.ts';
import { readCursor } from '../cursor.ts';
import type { PostFilter } from './posts.schema.ts';

/** The place of a post in a list. */
export interface PostPlace extends KeysetCursor {
  hasEnded: boolean;
}

/** The columns of a post that its place in a list comes from. */
export interface OrderedRow {
  id: string;
  is_open?: boolean;
  published_at?: Date | null;
  created_at?: Date;
}

/** An order of posts: by these columns and then by id, all descending. */
interface PostOrder {
  columns: ('is_open' | 'published_at' | 'created_at')[];
  placeOf: (row: OrderedRow) => PostPlace;
}

/**
 * Returns how a list is ordered: published posts by when they were published, those that have ended behind the others;
 * one's own with drafts by when they were made.
 */
export const orderOf = (filter: PostFilter): PostOrder => (filter.isActive ? published : withDrafts);

const published: PostOrder = {
  columns: ['is_open', 'published_at'],
  placeOf: ({ id, is_open, published_at }) => ({
    hasEnded: is_open === false,
    at: published_at ?? new Date(0),
    id,
  }),
};

const withDrafts: PostOrder = {
  columns: ['created_at'],
  placeOf: ({ id, created_at }) => ({ hasEnded: false, at: created_at ?? new Date(0), id }),
};

/** The condition that a post stands behind a place, or at it, or before it: one row comparison, which an index serves. */
export const standsBehind = (filter: PostFilter, place: PostPlace) => compare('<', filter, place);
export const standsFrom = (filter: PostFilter, place: PostPlace) => compare('<=', filter, place);
export const standsBefore = (filter: PostFilter, place: PostPlace) => compare('>', filter, place);

const compare = (operator: '<' | '<=' | '>', filter: PostFilter, { hasEnded, at, id }: PostPlace) =>
  filter.isActive
    ? sql<SqlBool>`(is_open, published_at, id) ${sql.raw(operator)} (${!hasEnded}, ${at}::timestamptz, ${id}::uuid)`
    : sql<SqlBool>`(created_at, id) ${sql.raw(operator)} (${at}::timestamptz, ${id}::uuid)`;

const endedMark = 'ended_';

/** Returns a place as the opaque text that clients pass back. */
export const encodePostPlace = ({ hasEnded, ...place }: PostPlace): string =>
  `${hasEnded ? endedMark : ''}${encodeCursor(place)}`;

/** Parses the place that a client passes back. Throws a 400 where the text is none. */
export function readPostPlace(cursor: string | null | undefined): PostPlace | undefined {
  const hasEnded = cursor?.startsWith(endedMark) === true;
  const place = readCursor(hasEnded ? cursor.slice(endedMark.length) : cursor);
  return place && { ...place, hasEnded };
}
