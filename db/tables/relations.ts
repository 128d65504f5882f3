import type { Instant } from './columns.ts';

/** `follower_id` wants to see what `following_id` publishes. At most one row a pair. */
export interface FollowsTable {
  id: string;
  follower_id: string;
  following_id: string;
  created_at: Instant;
}

/** A friendship between two individuals, asked for by the sender. At most one row a pair, in either direction. */
export interface FriendshipsTable {
  id: string;
  sender_id: string;
  receiver_id: string;
  status: 'pending' | 'accepted';
  created_at: Instant;
  accepted_at: Instant | null;
}

/** Accepted friendships, one row for each side. A view. */
export interface FriendsView {
  user_id: string;
  friend_id: string;
}
