import type { Context, CoreSettings } from './context.ts';
import { tooOften } from './errors.ts';
import { type LimitName, limitOf, type Session } from './ports.ts';

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

/** Calls in a minute that one access token may make where the settings name no other number. */
const usualTokenRequests = 600;

/** Returns how many calls in a minute one access token may make. */
export const tokenRequestsOf = ({
  tokenRequestsPerMinute,
}: Pick<CoreSettings, 'tokenRequestsPerMinute'>): number => tokenRequestsPerMinute ?? usualTokenRequests;

/**
 * Counts a request: by the access token that it carries, by who is signed in, or by the address of a visitor. Throws a
 * 429 where there were too many.
 */
export async function limitRequest(
  ctx: Pick<Context, 'ports' | 'settings' | 'clientAddress'>,
  session: Session | undefined,
): Promise<void> {
  if (!session?.accessToken) return limit(ctx, 'request', session?.userId ?? ctx.clientAddress);
  // Rounded down, so that sums of parts do not exceed the whole.
  const part = Math.floor((limitOf('access-token').points / tokenRequestsOf(ctx.settings)) * 1e6) / 1e6;
  await limit(ctx, 'access-token', session.accessToken.id, part);
  await limit(ctx, 'access-tokens-of-user', session.userId, part);
}
