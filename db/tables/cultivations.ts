import type { Generated } from 'kysely';
import type { Instant, Json } from './columns.ts';

/** A list of people that an organization keeps. */
export interface CultivationsTable {
  /** A UUIDv7, chosen by the creator's device: the same list is made once. */
  id: string;
  /** The organization. Nobody else sees the list. */
  creator_id: string;
  title: string;
  description: string;
  created_at: Instant;
}

/** A user on a list. */
export interface CultivationUsersTable {
  cultivation_id: string;
  user_id: string;
  added_at: Instant;
}

/** Many people who are being added to a list, in batches, in the order of their ids. */
export interface CultivationAdditionsTable {
  id: string;
  cultivation_id: string;
  /** Who they are, as `PeopleSource` of `server/cultivations`. */
  people: Json<unknown>;
  created_at: Instant;
  /** How many they were as it began. */
  total: number;
  /** How many have had their turn. */
  done: Generated<number>;
  /** How many of those were not on the list. */
  added: Generated<number>;
  /** The last one who had a turn; null before. */
  after: string | null;
  finished_at: Instant | null;
}
