import type { NetworkPostReason } from '#db/tables/social-media.ts';
import type { Deps } from '../context.ts';
import { callNetwork } from './connections.ts';
import { deleteRemoval, type NetworkRemoval, updateRemoval } from './network-removals.queries.ts';
import { dealWith, keepClaim, reachAccount, timesOf } from './network-work.ts';
import { clockSkewMs } from './post-there.ts';

/**
 * Deletes a post at a network that was deleted here, or taken back. Where it is not known whether it is there, it is
 * looked for twice. What cannot be deleted stays listed for the organization.
 */
export async function workOnRemoval(deps: Deps, row: NetworkRemoval): Promise<void> {
  const release = keepClaim(deps, (until) => updateRemoval(deps.db, row, { next_at: until }));
  try {
    await removeThere(deps, row);
  } finally {
    release();
  }
}

async function removeThere(deps: Deps, row: NetworkRemoval): Promise<void> {
  const giveUp = (reason: NetworkPostReason) => updateRemoval(deps.db, row, { reason, next_at: null });
  const account = await reachAccount(deps, row);
  if (typeof account === 'string') return giveUp(account);
  const { network, connection } = account;
  if (row.account_id !== connection.account_id) return giveUp('other-account');
  const now = await deps.ports.clock.shared(deps.db);
  const { lookAgainMs, patienceMs } = timesOf(deps);
  const { author_id: authorId, text, link, sent_at: sentAt } = row;
  try {
    const isDone = await callNetwork(deps, connection, async (credentials) => {
      const since = new Date((sentAt?.getTime() ?? 0) - clockSkewMs);
      const id =
        row.remote_id ??
        (await network.findPublished(credentials, { authorId, text, link: link ?? undefined, since }))?.id;
      if (id !== undefined) await network.remove(credentials, { authorId, id });
      return id !== undefined || row.looks > 0;
    });
    if (isDone) return await deleteRemoval(deps.db, row.id);
    const next = { looks: row.looks + 1, next_at: new Date(now.getTime() + lookAgainMs) };
    await updateRemoval(deps.db, row, next);
  } catch (error) {
    await dealWith(deps, row, error, {
      giveUp,
      goOn: (change) => updateRemoval(deps.db, row, change),
      patience: new Date(now.getTime() + patienceMs),
      // Deleting it twice is as good as once.
      isOpen: false,
    });
  }
}
