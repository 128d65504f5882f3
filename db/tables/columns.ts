import type { ColumnType } from 'kysely';

/** A UTC instant, kept to the millisecond so that it survives a trip through a JavaScript `Date`. */
export type Instant = ColumnType<Date, Date | string, Date | string>;

/** JSON that is written as text and read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>;

/**
 * The values of a column that has few stand once, beside its table, as a tuple: types and schemas are made of it.
 */
export const userTypes = ['individual', 'organization', 'admin'] as const;
export type UserType = (typeof userTypes)[number];

/** The kinds of profiles. An administrator has one of an individual. */
export type ProfileKind = Exclude<UserType, 'admin'>;
