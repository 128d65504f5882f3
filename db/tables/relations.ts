import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

export const friendshipStatuses = ['pending', 'accepted'] as const;
export type FriendshipStatus = (typeof friendshipStatuses)[number];

export const membershipTypes = ['board', 'committee', 'volunteer', 'employee'] as const;
export type MembershipType = (typeof membershipTypes)[number];

export const membershipStatuses = ['pending', 'accepted', 'rejected'] as const;
type MembershipStatus = (typeof membershipStatuses)[number];

/** The two sides of a membership. */
export const membershipSides = ['individual', 'organization'] as const;
type MembershipSide = (typeof membershipSides)[number];

/** `follower_id` wants to see what `following_id` publishes. At most one row a pair. */
export interface FollowsTable {
  id: string;
  follower_id: string;
  following_id: string;
  created_at: Instant;
}

/**
 * How many follow a user, endorse it and have viewed its posts. Triggers of those tables keep it up. A user of whom
 * there is nothing to count may have no row.
 */
export interface UserCountersTable {
  user_id: string;
  followers: Generated<number>;
  endorsers: Generated<number>;
  viewers: Generated<number>;
}

/** A friendship between two individuals, requested by the sender. At most one row a pair, in either direction. */
export interface FriendshipsTable {
  id: string;
  sender_id: string;
  receiver_id: string;
  status: FriendshipStatus;
  created_at: Instant;
  accepted_at: Instant | null;
}

/** Accepted friendships, one row for each side. A view. */
export interface FriendsView {
  user_id: string;
  friend_id: string;
}

/** `endorser_id` vouches for the organization `endorsee_id`. At most one row a pair. */
export interface EndorsementsTable {
  id: string;
  endorser_id: string;
  endorsee_id: string;
  created_at: Instant;
}

/**
 * That an individual belongs, or belonged, to an organization: one side requests it, and the other accepts or
 * rejects.
 */
export interface MembershipsTable {
  id: string;
  individual_id: string;
  organization_id: string;
  membership_type: MembershipType;
  status: MembershipStatus;
  /** Months since the year 0: 12 × year + zero-based month. */
  start_month: number;
  /** The same; null while it lasts. */
  end_month: number | null;
  /** The side that requested it; the other one accepts or rejects. */
  requested_by: MembershipSide;
  created_at: Instant;
  /** When it was accepted or rejected; null before, and for those that were answered before this was noted. */
  answered_at: Instant | null;
}

/** What lets the sender write to the receiver without coins, beside other relations. At most one row a pair. */
export interface ConnectionsTable {
  sender_id: string;
  receiver_id: string;
  /** When the receiver allowed it; null where that was never given, or was withdrawn. */
  granted_at: Instant | null;
  /** When the receiver first wrote to the sender; null where that never happened. */
  written_at: Instant | null;
}

/**
 * `user_id` has blocked `blocked_user_id`: neither reaches the other with messages, invitations or friend requests, and
 * neither learns whether the other one is there. At most one row a direction.
 */
export interface BlocksTable {
  user_id: string;
  blocked_user_id: string;
  created_at: Instant;
}
