import type { ColumnType } from 'kysely';

/** A UTC instant, kept to the millisecond so that it survives a trip through a JavaScript `Date`. */
export type Instant = ColumnType<Date, Date | string, Date | string>;

/** JSON that is written as text and read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>;

export type UserType = 'individual' | 'organization' | 'admin';
