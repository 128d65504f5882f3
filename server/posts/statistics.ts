import type { z } from 'zod';
import type { Context } from '../context.ts';
import { findTimeZone } from './post-dates.ts';
import { countByMonth } from './statistics.queries.ts';
import type { statistics } from './viewers.schema.ts';

const monthCount = 6;
const monthLabel = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/**
 * Returns what happened to a post of the caller's, or to all of them, in each of the last six months of the
 * organization's time zone.
 *
 * @param timeZone the organization's, where it is known already
 */
export async function loadStatistics(
  ctx: Pick<Context, 'db' | 'ports'> & { viewer: { userId: string } },
  of: { postId: string } | { organizationId: string },
  timeZone?: string,
): Promise<z.infer<typeof statistics>> {
  const zone = timeZone ?? (await findTimeZone(ctx));
  const now = ctx.ports.clock.now();
  const rows = await countByMonth(ctx.db, of, { now, months: monthCount, timeZone: zone });
  const labelled = rows.map((row) => ({ ...row, label: monthLabel.format(new Date(`${row.month}-01`)) }));
  return {
    viewerStatisticsOfLastSixMonths: labelled.map(({ label, views }) => ({ label, views })),
    interactionStatisticsOfLastSixMonths: labelled.map(({ label, liked, interested, going }) => ({
      label,
      liked,
      interested,
      going,
    })),
    timeZone: zone,
  };
}
