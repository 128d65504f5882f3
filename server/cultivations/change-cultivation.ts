import type { Trx } from '#db/database.ts';
import type { Effects } from '../effects.ts';
import { conflict, notFound } from '../errors.ts';
import { lockCultivation, type StoredRules, updateCultivation } from './cultivations.queries.ts';
import { type Rules, readRules, refreshAfterMs, topicsOf } from './rules.schema.ts';

interface CultivationChange {
  id: string;
  creatorId: string;
  title?: string | undefined;
  description?: string | undefined;
  rules?: Rules | null | undefined;
  now: Date;
}

/**
 * Changes a list. Other rules begin to hold by a job. Throws a 404 where the organization has no such list, a 409 where
 * a list of names is to have rules.
 */
export async function changeCultivation(
  trx: Trx,
  effects: Effects,
  { id, creatorId, rules, now, ...entry }: CultivationChange,
): Promise<void> {
  const list = await lockCultivation(trx, id, creatorId);
  if (!list) throw notFound();
  if (rules && list.rules === null)
    throw conflict('list-of-names', 'This list has names, and cannot have rules. Create a list with rules.');
  if (!rules || hasRules(list, rules)) return void (await updateCultivation(trx, id, entry));
  await updateCultivation(trx, id, { ...entry, ...storedRules(rules, now) });
  refreshByJob(effects, id);
}

/** Whether a list has these rules, and not others. */
export const hasRules = (list: { rules: unknown }, rules: Rules | null): boolean =>
  rules === null
    ? list.rules === null
    : JSON.stringify(readRules(list.rules) ?? null) === JSON.stringify(rules);

/** Returns rules as a row has them, before anybody was compared with them. */
export const storedRules = (rules: Rules | null, now: Date): StoredRules => ({
  rules: rules && JSON.stringify(rules),
  topics: rules ? topicsOf(rules) : [],
  filled_at: null,
  refresh_at: rules && new Date(now.getTime() + refreshAfterMs(rules)),
});

/** Compares everybody with a list's rules, after the transaction. */
export const refreshByJob = (effects: Effects, cultivationId: string): void =>
  effects.job({ name: 'refresh-cultivation', payload: { cultivationId, after: null } });
