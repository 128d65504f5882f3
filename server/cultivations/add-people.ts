import type { RawBuilder } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Trx } from '#db/database.ts';
import type { Deps } from '../context.ts';
import type { Effects } from '../effects.ts';
import { conflict, notFound } from '../errors.ts';
import type { JobPayloads } from '../jobs.ts';
import { limit } from '../limit.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { presentAddition } from './cultivations.present.ts';
import {
  type AdditionRow,
  countListed,
  countPeople,
  findAddition,
  forgetPeople,
  insertAddition,
  insertPeople,
  keepPeople,
  lockAddition,
  lockCultivation,
  selectKept,
  updateAddition,
} from './cultivations.queries.ts';
import { type AdditionView, cultivationLimits, cultivationMessages } from './cultivations.schema.ts';
import { type People, requireOwn, selectPeople } from './people.ts';
import { updateSortKeys } from './sort-keys.queries.ts';

/** How many people have their turn in one transaction. No more are added within the request itself. */
const batchSize = 500;

/**
 * Puts people on a list of the viewer's. A few are added at once, many in batches by a job. Throws, with nobody added,
 * where the list would become too long or nobody can be found.
 */
export async function addPeople(ctx: SignedInContext, id: string, people: People): Promise<AdditionView> {
  const creatorId = ctx.viewer.userId;
  await requireOwn(ctx.db, people, creatorId);
  const selected = await selectPeople(ctx.db, people, creatorId);
  const total = await countPeople(ctx.db, selected, cultivationLimits.people + 1);
  await limitAdditions(ctx, total);
  return write(ctx, async (trx, effects) => {
    await lockNames(trx, id, creatorId);
    return presentAddition(await beginAddition(ctx, trx, effects, { id, people: selected, total }));
  });
}

/** Locks a list of names until the transaction ends. Throws a 404 where there is none, a 409 where it has rules. */
export async function lockNames(trx: Trx, id: string, creatorId: string): Promise<void> {
  const list = await lockCultivation(trx, id, creatorId);
  if (!list) throw notFound();
  if (list.rules !== null) throw conflict('list-has-rules', cultivationMessages.keepsItself);
}

/** Counts an addition of so many people of the viewer's where it takes more than one batch. Throws a 429 after too many. */
export async function limitAdditions(ctx: SignedInContext, total: number): Promise<void> {
  if (total > batchSize) await limit(ctx, 'cultivation-additions', ctx.viewer.userId);
}

/**
 * Begins an addition to a list that is locked. Many are read once, and kept until they had their turn: a search may find
 * others by then, and another list may change or be gone.
 */
export async function beginAddition(
  ctx: SignedInContext,
  trx: Trx,
  effects: Effects,
  { id: cultivationId, people, total }: { id: string; people: RawBuilder<unknown>; total: number },
): Promise<AdditionRow> {
  if (total === 0) throw notFound('None of these people can be found.');
  // Some of them may be on it already: a list that is nearly full takes those it does not have.
  if (total > cultivationLimits.people || (await countListed(trx, cultivationId)) >= cultivationLimits.people)
    throw conflict('list-full', `A list can have ${cultivationLimits.people} people.`);
  const now = ctx.ports.clock.now();
  const addition = await insertAddition(trx, { id: uuid(), cultivationId, total, now });
  noteChange(effects, ctx.viewer.userId);
  if (total <= batchSize)
    return continueAddition(ctx, trx, addition, { people, creatorId: ctx.viewer.userId });
  await keepPeople(trx, addition.id, people, cultivationLimits.people);
  effects.job({ name: 'add-to-cultivation', payload: { additionId: addition.id } });
  return addition;
}

/** Puts the next batch of many people on a list, and enqueues the job that adds those after it. */
export async function addBatch(
  ctx: Pick<Deps, 'db' | 'ports'>,
  { additionId }: JobPayloads['add-to-cultivation'],
): Promise<void> {
  const found = await findAddition(ctx.db, additionId);
  if (!found) return;
  await write(ctx, async (trx, effects) => {
    if (!(await lockCultivation(trx, found.cultivation_id, found.creator_id))) return;
    const addition = await lockAddition(trx, additionId);
    if (!addition || addition.finished_at) return;
    const batch = { people: selectKept(additionId), creatorId: found.creator_id };
    const continued = await continueAddition(ctx, trx, addition, batch);
    noteChange(effects, found.creator_id);
    if (continued.finished_at) await forgetPeople(trx, additionId);
    else effects.job({ name: 'add-to-cultivation', payload: { additionId } });
  });
}

/** Lets all devices of an organization fetch its lists again that show them. */
export const noteChange = (effects: Pick<Effects, 'event'>, creatorId: string) =>
  effects.event(creatorId, { type: 'cultivations-changed', payload: {} });

/** Gives the next people of an addition their turn. */
async function continueAddition(
  { ports }: Pick<Deps, 'ports'>,
  trx: Trx,
  addition: AdditionRow,
  { people, creatorId }: { people: RawBuilder<unknown>; creatorId: string },
): Promise<AdditionRow> {
  const { id, cultivation_id: cultivationId, after } = addition;
  const now = ports.clock.now();
  const room = Math.max(0, cultivationLimits.people - (await countListed(trx, cultivationId)));
  const batch = { cultivationId, creatorId, people, after, limit: batchSize, room, now };
  const { done, added, last } = await insertPeople(trx, batch);
  await updateSortKeys(trx, { organizationId: creatorId, cultivationId, userIds: added });
  const isLast = addition.total <= batchSize || done < batchSize || added.length === room;
  const reached = last ?? after;
  const finishedAt = isLast ? now : null;
  return updateAddition(trx, id, { done, added: added.length, after: reached, finishedAt });
}
