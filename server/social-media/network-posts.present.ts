import { isoInstant } from '#db/instant.ts';
import type { NetworkName, NetworkPostReason, NetworkPostState } from '#db/tables/social-media.ts';
import { type NetworkPostView, reasonTexts } from './network-posts.schema.ts';
import { networkLabels } from './social-media.schema.ts';

/** A row of `network_posts`, as hydration reads it: instants are texts. */
export interface NetworkPostRow {
  network: NetworkName;
  state: NetworkPostState;
  reason: NetworkPostReason | null;
  remote_link: string | null;
  next_at: string | null;
}

export const presentNetworkPost = ({
  network,
  state,
  reason,
  remote_link: link,
  next_at,
}: NetworkPostRow): NetworkPostView => ({
  socialMedia: network,
  state,
  link,
  reason: reason && reasonTexts[reason](networkLabels[network]),
  canRetry: state === 'failed' || state === 'unavailable' || reason !== null,
  nextAt: state === 'waiting' && next_at !== null ? isoInstant(next_at) : null,
});
