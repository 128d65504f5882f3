import type { ColumnType, Generated } from 'kysely';
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
  /** The name in lower case. This and what follows is what lists are sorted by; triggers keep the name up. */
  sort_name: Generated<string>;
  /** Reactions to posts of the organization, as far as it may see them; see `updateSortKeys`. */
  interactions: Generated<number>;
  /** 1970 where there is none. */
  last_liked: ColumnType<Date, Date | undefined, Date>;
  last_interested: ColumnType<Date, Date | undefined, Date>;
  last_going: ColumnType<Date, Date | undefined, Date>;
  follows: Generated<boolean>;
  endorses: Generated<boolean>;
  /** Whether the organization invited them to follow. */
  invited: Generated<boolean>;
  /** Whether they follow since. */
  followed_invitation: Generated<boolean>;
}

/** How many are on a list. Triggers keep it up; a list that never had anybody has no row. */
export interface CultivationCountersTable {
  cultivation_id: string;
  people: number;
  /** How many of them were invited to follow the organization. */
  invited: number;
  /** How many of those follow it since. */
  followed: number;
}

/** A user was on a list with rules and left it, within the last months. At most one row for the two: the last time. */
export interface CultivationDeparturesTable {
  cultivation_id: string;
  user_id: string;
  joined_at: Instant;
  left_at: Instant;
}

/**
 * Something happened that may change lists with rules, or the order of lists. Triggers add a row for each change, and
 * never join an older one: whoever takes that may have looked already.
 */
export interface CultivationChangesTable {
  id: Generated<string>;
  /** Whose lists; null for those of all organizations. */
  organization_id: string | null;
  /** Who may join, leave or have another place in the order; null for everybody. */
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

/** Somebody who is to be added. Rows go when the addition is finished. */
export interface CultivationAdditionPeopleTable {
  addition_id: string;
  user_id: string;
}
