import type { Generated } from 'kysely';
import type { Instant, Json } from './columns.ts';
import type { NetworkTemplateItem } from './posts.ts';

/** The social networks, as addresses name them. */
export const networkNames = ['facebook', 'twitter', 'linked-in'] as const;
export type NetworkName = (typeof networkNames)[number];

/**
 * A login at a network that a session has begun and not finished. At most one for each session and network; a new one
 * replaces it, and one that is used is deleted.
 */
export interface SocialAuthorizationsTable {
  session_id: string;
  network: NetworkName;
  /** SHA-256 of the `state` that the network has to bring back, or at Twitter of the request token. */
  state_hash: string;
  /** The address that the network returns to. */
  return_to: string;
  /** At Twitter, sealed: the secret of the request token, and after the return the access token with its account. */
  sealed: string | null;
  /** Whether `sealed` is the access token. */
  is_granted: Generated<boolean>;
  created_at: Instant;
}

/** An organization's account at a network. At most one for each network. */
export interface SocialConnectionsTable {
  organization_id: string;
  network: NetworkName;
  /** The tokens, sealed: `server/social-media/sealed.ts`. */
  credentials: string;
  /** When the tokens end, where the network says. */
  expires_at: Instant | null;
  /** Since when the network rejects the tokens; null while they work. */
  broken_at: Instant | null;
  account_id: string;
  account_name: string;
  /** At Twitter, the name behind the @. */
  account_handle: string | null;
  /** Addresses of the network. */
  account_picture: string | null;
  account_link: string | null;
  /** At Facebook, the page that posts appear on; null where none is chosen. */
  page_id: string | null;
  page_name: string | null;
  connected_at: Instant;
  /** When the network was last asked whether the tokens still work, ahead of a scheduled post. */
  checked_at: Instant | null;
  /** When the organization was told that it has to connect again; null while there is no reason to. */
  warned_at: Instant | null;
}

/** What can be said of a post at a network. */
export const networkPostStates = ['waiting', 'posted', 'failed', 'unavailable'] as const;
export type NetworkPostState = (typeof networkPostStates)[number];

/** Why a post is not at a network, or not as it is here. */
export const networkPostReasons = [
  'not-connected',
  'no-page',
  'reconnect',
  'other-account',
  'too-long',
  'refused',
  'limited',
  'unreachable',
  'internal',
  'open',
] as const;
export type NetworkPostReason = (typeof networkPostReasons)[number];

/** How work at a network goes on. */
interface NetworkWork {
  /** Why it failed; null where it did not. */
  reason: NetworkPostReason | null;
  /** When a worker turns to it next; while one does, when another one may take over. Null where nothing is to be done. */
  next_at: Instant | null;
  /** Counts workers that turned to it. Only the last one may go on: its number is still this one. */
  attempt: Generated<number>;
  /** How often it failed since it was begun. */
  tries: Generated<number>;
  /** How often it was looked for there in vain since it may have been sent. */
  looks: Generated<number>;
}

/**
 * A post that its organization shares at a network. Written in the transaction that publishes the post, and gone with
 * it: what is at the network then goes to `network_removals`.
 */
export interface NetworkPostsTable extends NetworkWork {
  post_id: string;
  network: NetworkName;
  organization_id: string;
  state: NetworkPostState;
  /** Whether it was changed here since it was posted there. */
  wants_edit: Generated<boolean>;
  /** Since when it is to be there. */
  due_at: Instant;
  /** Since when it may be there without our knowing: written before it is sent, and null once the outcome is known. */
  sent_at: Instant | null;
  /** Of the account and the page that it was sent for. */
  account_id: string | null;
  author_id: string | null;
  /** As it was sent. */
  text: string | null;
  link: string | null;
  has_pictures: Generated<boolean>;
  remote_id: string | null;
  remote_link: string | null;
  posted_at: Instant | null;
}

/** A post that is, or may be, at a network and is to be deleted there. The row goes when it is. */
export interface NetworkRemovalsTable extends NetworkWork {
  id: string;
  network: NetworkName;
  organization_id: string;
  /** The title that it had here. */
  title: string;
  account_id: string;
  author_id: string;
  /** Where its id is not known: since when it may be there. */
  sent_at: Instant | null;
  text: string;
  link: string | null;
  remote_id: string | null;
  remote_link: string | null;
}

/** Which parts of its posts an organization shares at a network, and in which order. No row is the default. */
export interface SocialTemplatesTable {
  organization_id: string;
  network: NetworkName;
  items: Json<NetworkTemplateItem[]>;
}
