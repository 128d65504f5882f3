import type { Trx } from '#db/database.ts';
import type { Deps } from '../context.ts';
import type { Effects } from '../effects.ts';
import type { JobPayloads } from '../jobs.ts';
import { write } from '../write.ts';
import { noteChange } from './add-people.ts';
import { findCreator, findListIds, findNextListed, updateSortKeys } from './sort-keys.queries.ts';

/** How many people have their turn in one transaction. */
const batchSize = 500;

/**
 * Brings the order of an organization's lists up to date with what people did: of whom there are ids at once, of
 * everybody by jobs.
 */
export async function keepOrder(
  trx: Trx,
  effects: Effects,
  { organizationId, userIds }: { organizationId: string; userIds: readonly (string | null)[] },
): Promise<void> {
  const named = userIds.filter((userId) => userId !== null);
  if (named.length === userIds.length) {
    if (await updateSortKeys(trx, { organizationId, userIds: named })) noteChange(effects, organizationId);
    return;
  }
  for (const cultivationId of await findListIds(trx, organizationId))
    effects.job({ name: 'sort-cultivation', payload: { cultivationId, after: null } });
}

/** Brings the next people of a list up to date, and enqueues the job that does those after them. */
export async function sortBatch(
  ctx: Pick<Deps, 'db' | 'ports'>,
  { cultivationId, after }: JobPayloads['sort-cultivation'],
): Promise<void> {
  const organizationId = await findCreator(ctx.db, cultivationId);
  if (organizationId === undefined) return;
  await write(ctx, async (trx, effects) => {
    const userIds = await findNextListed(trx, { cultivationId, after, limit: batchSize });
    if (await updateSortKeys(trx, { organizationId, userIds, cultivationId }))
      noteChange(effects, organizationId);
    const last = userIds.length === batchSize ? userIds.at(-1) : undefined;
    if (last) effects.job({ name: 'sort-cultivation', payload: { cultivationId, after: last } });
  });
}
