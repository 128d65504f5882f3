import type { Context } from './context.ts';
import { tooOften } from './errors.ts';
import type { LimitName } from './ports.ts';

/** Uses points of a limit, one unless given. Throws a 429 with the time to retry where too few are left. */
export async function limit(
  ctx: Pick<Context, 'ports'>,
  name: LimitName,
  key: string,
  points?: number,
): Promise<void> {
  const wait = await ctx.ports.limits.consume(name, key, points);
  if (wait > 0) throw tooOften(wait);
}
