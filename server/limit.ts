import type { Context } from './context.ts';
import { tooOften } from './errors.ts';
import type { LimitName } from './ports.ts';

/** Uses one point of a limit, or refuses with 429 and when to try again. */
export async function limit(ctx: Pick<Context, 'ports'>, name: LimitName, key: string): Promise<void> {
  const wait = await ctx.ports.limits.consume(name, key);
  if (wait > 0) throw tooOften(wait);
}
