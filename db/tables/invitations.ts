import type { Instant } from './columns.ts';

/** One user invited another to view a post. At most one row for the three. */
export interface PostInvitationsTable {
  post_id: string;
  inviter_id: string;
  invitee_id: string;
  /** What the inviter wrote to go with it. */
  message: string;
  created_at: Instant;
}
