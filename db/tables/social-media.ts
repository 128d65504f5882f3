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
}

/** Which parts of its posts an organization shares at a network, and in which order. No row is the default. */
export interface SocialTemplatesTable {
  organization_id: string;
  network: NetworkName;
  items: Json<NetworkTemplateItem[]>;
}
