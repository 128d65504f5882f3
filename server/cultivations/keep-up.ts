import type { Trx } from '#db/database.ts';
import type { Deps } from '../context.ts';
import type { Effects } from '../effects.ts';
import type { JobPayloads } from '../jobs.ts';
import { write } from '../write.ts';
import { noteChange } from './add-people.ts';
import { countListed } from './cultivations.queries.ts';
import { cultivationLimits } from './cultivations.schema.ts';
import { keepOrder } from './keep-order.ts';
import {
  type Change,
  claimDueLists,
  continueChange,
  findDifferences,
  findListsAbout,
  findRuleList,
  hasChanges,
  hasDueLists,
  joinList,
  leaveList,
  noteFilled,
  refreshBefore,
  takeChanges,
} from './rule-lists.queries.ts';
import { selectMatching } from './rules.queries.ts';
import { readRules, refreshAfterMs } from './rules.schema.ts';
import { updateSortKeys } from './sort-keys.queries.ts';

type Work = Pick<Deps, 'db' | 'ports'>;

/** How many changes, lists of all organizations, and lists that are due have their turn in one transaction. */
const batch = { changes: 200, lists: 50, due: 10 };

/** How many transactions one call makes at most: other work is due, too. */
const mostRounds = 20;

/** How many people are compared with a list's rules in one transaction, and how many one job finds. */
const people = { together: 500, found: 20_000 };

/** How long it is known who left a list, in milliseconds: 90 days. */
export const departuresMs = 90 * 24 * 3_600_000;

/** After how long everybody is compared where a change is for all: once for all such changes meanwhile. */
const wholeMs = 60_000;

/** How long a refresh that was begun may take before another one begins, in milliseconds. */
const claimMs = 3_600_000;

/**
 * Brings lists with rules, and the order of all lists, up to date with what happened since the last call, and begins to
 * refresh some of those that are due. Only lists whose rules look at what happened are compared, with those to whom it
 * happened. Hosts call it
 * about every second, in every process: what one does is not done by another.
 */
export async function keepListsUp(ctx: Work): Promise<void> {
  for (let round = 0; round < mostRounds && (await hasChanges(ctx.db)); round++)
    if (!(await followChanges(ctx))) break;
  const now = ctx.ports.clock.now();
  if (await hasDueLists(ctx.db, now)) await refreshDueLists(ctx, now);
}

/** Begins to compare everybody with the rules of lists whose time has come. */
const refreshDueLists = (ctx: Work, now: Date): Promise<void> =>
  write(ctx, async (trx, effects) => {
    const next = new Date(now.getTime() + claimMs);
    for (const cultivationId of await claimDueLists(trx, { now, next, limit: batch.due }))
      effects.job({ name: 'refresh-cultivation', payload: { cultivationId, after: null } });
  });

/** Does what a few changes make necessary. Returns whether there were any. */
const followChanges = (ctx: Work): Promise<boolean> =>
  write(ctx, async (trx, effects) => {
    const changes = await takeChanges(trx, batch.changes);
    const [first] = changes;
    if (!first) return false;
    const ofAll = first.organization_id === null;
    const topics = [...new Set(changes.flatMap((change) => change.topics))];
    const lists = await findListsAbout(trx, {
      organizationId: first.organization_id,
      topics,
      after: first.after,
      limit: ofAll ? batch.lists : cultivationLimits.lists,
    });
    for (const { id, topics: about } of lists) {
      const touching = changes.filter((change) => change.topics.some((topic) => about.includes(topic)));
      if (touching.some((change) => change.user_id === null))
        await refreshBefore(trx, id, new Date(ctx.ports.clock.now().getTime() + wholeMs));
      else await comparePeople(ctx, trx, effects, { id, userIds: idsOf(touching) });
    }
    if (first.organization_id !== null) {
      const userIds = [...new Set(changes.map(({ user_id }) => user_id))];
      await keepOrder(trx, effects, { organizationId: first.organization_id, userIds });
    }
    const last = lists.at(-1);
    if (ofAll && first.user_id !== null && last && lists.length === batch.lists)
      await continueChange(trx, { user_id: first.user_id, topics, after: last.id });
    return true;
  });

const idsOf = (changes: readonly Change[]) => [...new Set(changes.flatMap(({ user_id }) => user_id ?? []))];

/** Compares everybody with the rules of a list, and brings it up to date in batches. */
export async function refreshList(
  ctx: Work,
  { cultivationId: id, after }: JobPayloads['refresh-cultivation'],
): Promise<void> {
  const list = await findRuleList(ctx.db, id);
  const rules = list && readRules(list.rules);
  if (!rules) return;
  const now = ctx.ports.clock.now();
  const matching = selectMatching(rules, { organizationId: list.creator_id, now });
  const found = await findDifferences(ctx.db, { cultivationId: id, matching, after, limit: people.found });
  for (let start = 0; start < found.length; start += people.together) {
    const userIds = found.slice(start, start + people.together).map((difference) => difference.id);
    await write(ctx, (trx, effects) => comparePeople(ctx, trx, effects, { id, userIds }));
  }
  await write(ctx, async (trx, effects) => {
    const last = found.length === people.found ? found.at(-1) : undefined;
    if (last) effects.job({ name: 'refresh-cultivation', payload: { cultivationId: id, after: last.id } });
    else {
      await noteFilled(trx, id, {
        now,
        next: new Date(now.getTime() + refreshAfterMs(rules)),
        forgetBefore: new Date(now.getTime() - departuresMs),
      });
      if (list.filled_at === null) noteChange(effects, list.creator_id);
    }
  });
}

/**
 * Compares these people with the rules of a list, and lets them join or leave. The list is locked first, so that of two
 * transactions the later one sees what the earlier one saw, and more.
 */
async function comparePeople(
  { ports }: Work,
  trx: Trx,
  effects: Effects,
  { id, userIds }: { id: string; userIds: readonly string[] },
): Promise<void> {
  const list = await findRuleList(trx, id, { lock: true });
  const rules = list && readRules(list.rules);
  if (!rules) return;
  const now = ports.clock.now();
  const matching = selectMatching(rules, { organizationId: list.creator_id, now, userIds });
  const differences = await findDifferences(trx, { cultivationId: id, matching, userIds });
  if (differences.length > 0) noteChange(effects, list.creator_id);
  const leaving = differences.flatMap((one) => (one.belongs ? [] : one.id));
  if (leaving.length > 0) await leaveList(trx, { ...list, rules }, leaving, now);
  const joining = differences.flatMap((one) => (one.belongs ? one.id : []));
  if (joining.length === 0) return;
  const room = Math.max(0, cultivationLimits.people - (await countListed(trx, id)));
  const joined = joining.slice(0, room);
  await joinList(trx, id, joined, now);
  await updateSortKeys(trx, { organizationId: list.creator_id, cultivationId: id, userIds: joined });
}
