import type { Instant } from './columns.ts';

/** What an organization noted about a user. Nobody else sees it. */
export interface ProspectNotesTable {
  /** A UUIDv7, chosen by the organization's device: the same note is made once. */
  id: string;
  organization_id: string;
  user_id: string;
  text: string;
  created_at: Instant;
  /** When its text last changed; null where it never did. */
  changed_at: Instant | null;
}

/** A tag that an organization gives to users. It goes with the last user who has it. */
export interface ProspectTagsTable {
  id: string;
  organization_id: string;
  name: string;
}

/** A user has a tag of an organization's. Nobody else sees it. */
export interface ProspectTagUsersTable {
  organization_id: string;
  user_id: string;
  tag_id: string;
}
