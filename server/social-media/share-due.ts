import type { NetworkName } from '#db/tables/social-media.ts';
import type { Deps } from '../context.ts';
import { claimNetworkPosts } from './network-posts.queries.ts';
import { claimRemovals } from './network-removals.queries.ts';
import { timesOf } from './network-work.ts';
import { workOnPost } from './post-there.ts';
import { workOnRemoval } from './remove-there.ts';

/** How much a process does at a network at a time. */
const atATime = 4;

/**
 * Does what is due at a network: posts what was published here, changes it there, deletes it there. Hosts call it about
 * every second, in every process and for each network, so that a slow one keeps no other from its work. What one process
 * has claimed another one takes over when it is silent.
 */
export async function shareDuePosts(deps: Deps, network: NetworkName): Promise<void> {
  if (!deps.ports.networks[network]) return;
  for (;;) {
    const now = await deps.ports.clock.shared(deps.db);
    const leaseUntil = new Date(now.getTime() + timesOf(deps).leaseMs);
    const claim = { network, now, leaseUntil, limit: atATime };
    const posts = await claimNetworkPosts(deps.db, claim);
    const removals = posts.length === 0 ? await claimRemovals(deps.db, claim) : [];
    if (posts.length + removals.length === 0) return;
    await Promise.all([
      ...posts.map((row) => workOnPost(deps, row)),
      ...removals.map((row) => workOnRemoval(deps, row)),
    ]);
  }
}
