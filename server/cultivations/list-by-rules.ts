import { readCursor } from '../cursor.ts';
import { tooOften } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { limit } from '../limit.ts';
import type { SignedInContext } from '../trpc.ts';
import { cultivationLimits } from './cultivations.schema.ts';
import { departuresMs } from './keep-up.ts';
import { countInTime, findDepartures } from './rule-lists.queries.ts';
import { selectMatching } from './rules.queries.ts';
import type { Rules } from './rules.schema.ts';

/** Counts that a list gets rules: everybody is compared with them. Throws a 429 after too many. */
export async function limitRules(ctx: SignedInContext, rules: Rules | null | undefined): Promise<void> {
  if (rules) await limit(ctx, 'rules', ctx.viewer.userId);
}

/** Returns of how many people rules hold for the viewer. Throws a 429 after too many counts, and during another one. */
export async function countRules(
  ctx: SignedInContext,
  rules: Rules,
): Promise<{ count: number | null; isExact: boolean }> {
  const organizationId = ctx.viewer.userId;
  await limit(ctx, 'rules', organizationId);
  const matching = selectMatching(rules, { organizationId, now: ctx.ports.clock.now() });
  const most = cultivationLimits.counted + 1;
  const counted = await countInTime(ctx.db, matching, { organizationId, most });
  if (counted === 'busy') throw tooOften(1);
  if (counted === 'too-long') return { count: null, isExact: false };
  const count = Math.min(counted, cultivationLimits.counted);
  return { count, isExact: counted === count };
}

/** Returns a page of who left a list with rules. */
export async function listDepartures(
  { db, ports, viewer }: SignedInContext,
  {
    id,
    rules,
    limit: most,
    cursor: place,
  }: { id: string; rules: Rules; limit: number; cursor?: string | null | undefined },
) {
  const { page, cursor } = await findDepartures(db, {
    id,
    creatorId: viewer.userId,
    rules,
    since: new Date(ports.clock.now().getTime() - departuresMs),
    limit: most,
    cursor: readCursor(place),
  });
  const users = await hydrateProfiles(
    db,
    page.map((row) => row.user_id),
    undefined,
  );
  const byId = new Map(users.map((user) => [user._id, user]));
  const items = page.flatMap((row) => {
    const user = byId.get(row.user_id);
    return user ? [{ user, joinedAt: row.joined_at.toISOString(), leftAt: row.left_at.toISOString() }] : [];
  });
  return { items, cursor };
}
