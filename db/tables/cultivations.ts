import type { Generated } from 'kysely';
import type { Instant, Json } from './columns.ts';

/** A list of people that an organization keeps: by their names, or by rules. */
export interface CultivationsTable {
  /** A UUIDv7, chosen by the creator's device: the same list is made once. */
  id: string;
  /** The organization. Nobody else sees the list. */
  creator_id: string;
  title: string;
  description: string;
  created_at: Instant;
  /** Who is on it, as `Rules` of `server/cultivations`; null for a list of names. */
  rules: Json<unknown> | null;
  /** What its rules look at: whatever else happens cannot change it. */
  topics: Generated<string[]>;
  /** When everybody was last compared with the present rules; null before the first time. */
  filled_at: Instant | null;
  /** When that is due again; null for a list of names. */
  refresh_at: Instant | null;
}

/** A user on a list. */
export interface CultivationUsersTable {
  cultivation_id: string;
  user_id: string;
  added_at: Instant;
}

/** A user was on a list with rules and left it, within the last months. At most one row for the two: the last time. */
export interface CultivationDeparturesTable {
  cultivation_id: string;
  user_id: string;
  joined_at: Instant;
  left_at: Instant;
}

/**
 * Something happened that may change lists with rules. Triggers of the tables that rules look at add a row for each
 * change, and never join an older one: whoever takes that may have looked already.
 */
export interface CultivationChangesTable {
  id: Generated<string>;
  /** Whose lists; null for those of all organizations. */
  organization_id: string | null;
  /** Who may join or leave; null for everybody. */
  user_id: string | null;
  topics: string[];
  /** The last list that was brought up to date, in the order of ids; null before. */
  after: string | null;
  noted_at: Generated<Date>;
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
