import { type RawBuilder, sql } from 'kysely';
import { compileOnce, executeAlone, type Statement } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import type { InterestType } from './post-rules.schema.ts';

/** What is counted by month. */
type Counted = InterestType | 'views';

interface Change {
  what: Counted;
  by: 1 | -1;
}

/**
 * Returns the part of a statement that counts for a post when something happened to it, or that it was taken back. It
 * needs a part `changed` with a row of the post where anything changed.
 *
 * @param at when it happened: may be a column of that row
 */
export const countInPeriod = ({ what, by, at }: Change & { at: RawBuilder<Date> }) => sql<object>`(
  insert into post_statistics as s (post_id, period, ${sql.ref(what)})
  select post_id, statistics_period(${at}), ${sql.lit(by)} from changed
  on conflict (post_id, period) do update set ${sql.ref(what)} = s.${sql.ref(what)} + excluded.${sql.ref(what)})`;

/**
 * Returns the statement that counts the same for the organization. It is for the end of the transaction: all posts of an
 * organization have one row for a period, and nobody is to wait for it longer than a commit takes.
 */
export const countForOrganization = ({
  organizationId,
  what,
  by,
  at,
}: Change & { organizationId: string; at: Date }): Statement => sql`
  insert into organization_statistics as s (organization_id, period, ${sql.ref(what)})
  values (${organizationId}, statistics_period(${at}), ${sql.lit(by)})
  on conflict (organization_id, period) do update set ${sql.ref(what)} = s.${sql.ref(what)} + excluded.${sql.ref(what)}`;

/** What happened to posts in one month. */
export interface MonthRow {
  /** `2026-11`. */
  month: string;
  views: number;
  liked: number;
  interested: number;
  going: number;
}

/**
 * Returns what happened to a post, or to all posts of an organization, in each month of a time zone up to the present
 * one, the oldest first. Months without are zeros.
 */
export function countByMonth(
  db: Db,
  of: { postId: string } | { organizationId: string },
  range: { now: Date; months: number; timeZone: string },
): Promise<MonthRow[]> {
  const statement =
    'postId' in of
      ? compileOnce('count months of post', { id: of.postId, ...range }, (hole) =>
          countMonths(sql`post_statistics where post_id = ${hole.id}`, hole),
        )
      : compileOnce('count months of organization', { id: of.organizationId, ...range }, (hole) =>
          countMonths(sql`organization_statistics where organization_id = ${hole.id}`, hole),
        );
  return executeAlone(db, statement);
}

function countMonths(
  periods: RawBuilder<unknown>,
  { now, months, timeZone }: { now: Date; months: number; timeZone: string },
) {
  const present = sql`date_trunc('month', ${now}::timestamptz at time zone ${timeZone}::text)`;
  const first = sql`${present} - (${months}::integer - 1) * interval '1 month'`;
  const sum = (what: Counted) =>
    sql`greatest(coalesce(sum(s.${sql.ref(what)}), 0), 0)::integer as ${sql.ref(what)}`;
  return sql<MonthRow>`
    select to_char(month, 'YYYY-MM') as month,
      ${sum('views')}, ${sum('liked')}, ${sum('interested')}, ${sum('going')}
    from generate_series(${first}, ${present}, interval '1 month') month
    left join (
      select date_trunc('month', period at time zone ${timeZone}::text) as month, views, liked, interested, going
      from ${periods} and period >= (${first}) at time zone ${timeZone}::text
    ) s using (month)
    group by month order by month`;
}
