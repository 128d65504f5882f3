import type { Generated } from 'kysely';
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

/** An organization invites many users to follow it, with the same words. */
export interface FollowInvitationBatchesTable {
  id: string;
  organization_id: string;
  message: string;
  created_at: Instant;
  /** How many were invited. */
  total: number;
  /** What was paid, in coins. */
  cost: number;
  /** How many of them have been notified, in the order of their ids. */
  notified: Generated<number>;
  /** The last one who was; null before. */
  after: string | null;
}

/** A user was invited to follow an organization. At most one row for the two, for good. */
export interface FollowInvitationsTable {
  organization_id: string;
  invitee_id: string;
  batch_id: string;
  created_at: Instant;
}
