import type { Trx } from '#db/database.ts';
import { networkNames } from '#db/tables/social-media.ts';
import type { Context } from '../context.ts';
import {
  deleteUnchosen,
  insertNetworkPosts,
  lockStatuses,
  releaseNetworkPosts,
  wantEdits,
  withdrawFromNetworks,
} from './network-posts.queries.ts';
import { timesOf } from './network-work.ts';

/** Has posts that are being published shared at the networks that are chosen for them. */
export async function shareAtNetworks(
  { ports }: Pick<Context, 'ports'>,
  trx: Trx,
  postIds: readonly string[],
): Promise<void> {
  const available = networkNames.filter((name) => ports.networks[name]);
  await insertNetworkPosts(trx, { postIds, available, now: await ports.clock.shared(trx) });
}

/** Lets posts go to the networks whose publication cannot be undone any more. */
export async function releaseAtNetworks(trx: Trx, postIds: readonly string[], now: Date): Promise<void> {
  if (postIds.length > 0) await releaseNetworkPosts(trx, postIds, now);
}

/** Has a published post, which was changed, shared where it is chosen by now, and changed where it is. */
export async function followAtNetworks(ctx: Pick<Context, 'ports'>, trx: Trx, postId: string): Promise<void> {
  const now = await ctx.ports.clock.shared(trx);
  const editable = networkNames.filter((name) => ctx.ports.networks[name]?.canEdit);
  await lockStatuses(trx, postId);
  await deleteUnchosen(trx, postId);
  await wantEdits(trx, { postId, editable, now });
  await shareAtNetworks(ctx, trx, [postId]);
}

/** Has a post that is being deleted, or taken back, deleted at the networks where it is. */
export async function leaveNetworks(
  { ports, settings }: Pick<Context, 'ports' | 'settings'>,
  trx: Trx,
  postId: string,
): Promise<void> {
  const now = await ports.clock.shared(trx);
  await lockStatuses(trx, postId);
  const lookAt = new Date(now.getTime() + timesOf({ settings }).lookMs);
  await withdrawFromNetworks(trx, { postId, now, lookAt });
}
