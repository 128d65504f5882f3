import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { mayKnowOfLeaving } from './rules.queries.ts';
import type { Rules } from './rules.schema.ts';

/** Something that happened, as far as lists with rules may change by it. */
export interface Change {
  id: string;
  organization_id: string | null;
  user_id: string | null;
  topics: string[];
  after: string | null;
}

/**
 * Takes the oldest change out of the queue, with those that are done along with it: of the same organization, or of the
 * same user for the lists of all. Other transactions take others meanwhile.
 */
export async function takeChanges(trx: Trx, limit: number): Promise<Change[]> {
  const first = await trx
    .selectFrom('cultivation_changes')
    .selectAll()
    .orderBy('noted_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!first) return [];
  // One that is under way goes on alone: those after it have to begin with the first list again.
  const along = sql`
    select id from cultivation_changes
    where ${
      first.organization_id === null
        ? sql`organization_id is null and user_id = ${first.user_id} and after is null`
        : sql`organization_id = ${first.organization_id}`
    } order by noted_at, id limit ${limit} for update skip locked`;
  const { rows } = await sql<Change>`
    delete from cultivation_changes
    where id = any(array(${first.after === null ? along : sql`select ${first.id}::uuid`}))
    returning *`.execute(trx);
  return rows;
}

/** Puts a change behind all others, to go on with the lists after one. */
export const continueChange = (trx: Trx, change: { user_id: string; topics: string[]; after: string }) =>
  trx.insertInto('cultivation_changes').values(change).execute();

/** Whether anything happened that was not looked at. */
export async function hasChanges(db: Db): Promise<boolean> {
  const row = await db.selectFrom('cultivation_changes').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Lists with rules that look at one of the topics, in the order of their ids: an organization's, or those of all. */
export const findListsAbout = (
  db: Db,
  {
    organizationId,
    topics,
    after,
    limit,
  }: { organizationId: string | null; topics: readonly string[]; after: string | null; limit: number },
) =>
  db
    .selectFrom('cultivations')
    .select(['id', 'topics'])
    .where('rules', 'is not', null)
    .where(sql<boolean>`topics && ${topics}::text[]`)
    .$if(organizationId !== null, (query) => query.where('creator_id', '=', organizationId))
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

/** A list with rules. */
export interface RuleList {
  id: string;
  creator_id: string;
  rules: unknown;
  filled_at: Date | null;
}

/** Finds a list with rules. `lock` keeps others from changing it, and who is on it, until the transaction ends. */
export const findRuleList = (
  db: Db,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<RuleList | undefined> =>
  db
    .selectFrom('cultivations')
    .select(['id', 'creator_id', 'rules', 'filled_at'])
    .where('id', '=', id)
    .where('rules', 'is not', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();

/** Who is on a list and should not be, or the other way round, in the order of their ids. */
export async function findDifferences(
  db: Db,
  {
    cultivationId,
    matching,
    userIds,
    after = null,
    limit = null,
  }: {
    cultivationId: string;
    /** Selects as `id` who should be on the list: of these people, where they are given. */
    matching: RawBuilder<{ id: string }>;
    userIds?: readonly string[] | undefined;
    after?: string | null;
    limit?: number | null;
  },
): Promise<{ id: string; belongs: boolean }[]> {
  const { rows } = await sql<{ id: string; belongs: boolean }>`
    select coalesce(m.id, listed.user_id) as id, m.id is not null as belongs
    from (${matching}) as m full join (
      select user_id from cultivation_users where cultivation_id = ${cultivationId}
        ${userIds ? sql`and user_id = any(${userIds}::uuid[])` : sql``}
    ) as listed on listed.user_id = m.id
    where (m.id is null or listed.user_id is null)
      ${after === null ? sql`` : sql`and coalesce(m.id, listed.user_id) > ${after}::uuid`}
    order by 1 limit ${limit}`.execute(db);
  return rows;
}

/** Puts people on a list. Who is deleted or hides meanwhile is left out; see `leaveLists`. */
export const joinList = (trx: Trx, cultivationId: string, userIds: readonly string[], now: Date) =>
  sql<never>`
    insert into cultivation_users (cultivation_id, user_id, added_at, sort_name)
    select ${cultivationId}::uuid, user_id, ${now}::timestamptz, lower(first_name || ' ' || last_name)
    from individuals
    where user_id = any(${userIds}::uuid[]) order by user_id
    on conflict do nothing`.execute(trx);

/** Takes people off a list, and notes that of whom the organization may know. */
export const leaveList = (
  trx: Trx,
  { id, creator_id, rules }: { id: string; creator_id: string; rules: Rules },
  userIds: readonly string[],
  now: Date,
) =>
  sql<never>`
    with gone as (
      delete from cultivation_users where cultivation_id = ${id} and user_id = any(${userIds}::uuid[])
      returning user_id, added_at
    )
    insert into cultivation_departures (cultivation_id, user_id, joined_at, left_at)
    select ${id}::uuid, gone.user_id, gone.added_at, ${now}::timestamptz
    from gone join individuals as i on i.user_id = gone.user_id
    where ${mayKnowOfLeaving('i', creator_id, rules)}
    on conflict (cultivation_id, user_id) do update
      set joined_at = excluded.joined_at, left_at = excluded.left_at`.execute(trx);

/** Lets a list be due at a time at the latest. */
export const refreshBefore = (trx: Trx, id: string, at: Date) =>
  trx
    .updateTable('cultivations')
    .set((eb) => ({ refresh_at: eb.fn<Date>('least', ['refresh_at', eb.val(at)]) }))
    .where('id', '=', id)
    .execute();

/** Claims the lists that have been due longest: they are due again at `next`, unless they are refreshed before. */
export async function claimDueLists(
  trx: Trx,
  { now, next, limit }: { now: Date; next: Date; limit: number },
): Promise<string[]> {
  const claimed = await trx
    .updateTable('cultivations')
    .set({ refresh_at: next })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('cultivations')
        .select('id')
        .where('rules', 'is not', null)
        .where('refresh_at', '<=', now)
        .orderBy('refresh_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return claimed.map(({ id }) => id);
}

/** Whether a list with rules is due to be refreshed. */
export async function hasDueLists(db: Db, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('cultivations')
    .select('id')
    .where('rules', 'is not', null)
    .where('refresh_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that everybody was compared with a list's rules, and forgets who left before a day. */
export async function noteFilled(
  trx: Trx,
  id: string,
  { now, next, forgetBefore }: { now: Date; next: Date; forgetBefore: Date },
): Promise<void> {
  await trx
    .updateTable('cultivations')
    .set({ filled_at: now, refresh_at: next })
    .where('id', '=', id)
    .execute();
  await trx
    .deleteFrom('cultivation_departures')
    .where('cultivation_id', '=', id)
    .where('left_at', '<', forgetBefore)
    .execute();
}

/** A page of who left a list with rules since a day and is not back, the last one first. */
export async function findDepartures(
  db: Db,
  {
    id,
    creatorId,
    rules,
    since,
    limit,
    cursor,
  }: {
    id: string;
    creatorId: string;
    rules: Rules;
    since: Date;
    limit: number;
    cursor: KeysetCursor | undefined;
  },
) {
  const rows = await db
    .selectFrom('cultivation_departures as d')
    .innerJoin('individuals as i', 'i.user_id', 'd.user_id')
    .select(['d.user_id', 'd.joined_at', 'd.left_at'])
    .where('d.cultivation_id', '=', id)
    .where('d.left_at', '>=', since)
    .where(mayKnowOfLeaving('i', creatorId, rules))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cultivation_users as listed')
            .select('listed.user_id')
            .where('listed.cultivation_id', '=', id)
            .whereRef('listed.user_id', '=', 'd.user_id'),
        ),
      ),
    )
    .where((eb) => (cursor ? afterCursor(eb.ref('d.left_at'), eb.ref('d.user_id'), cursor) : eb.lit(true)))
    .orderBy('d.left_at', 'desc')
    .orderBy('d.user_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.left_at, id: row.user_id }));
}

/** How long counting may take, in milliseconds. */
const countTimeoutMs = 3000;

/**
 * Counts the people whom a query selects for an organization, up to a number. Returns `too-long` where that takes too
 * long, and `busy` where it is counting already.
 */
export async function countInTime(
  db: Db,
  people: RawBuilder<unknown>,
  { organizationId, most }: { organizationId: string; most: number },
): Promise<number | 'too-long' | 'busy'> {
  try {
    return await db.transaction().execute(async (trx) => {
      const { rows: turns } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`count rules ${organizationId}`}, 0)) as "isMine"
      `.execute(trx);
      if (!turns[0]?.isMine) return 'busy';
      await sql`set local statement_timeout = ${sql.lit(countTimeoutMs)}`.execute(trx);
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select from (${people}) as people limit ${most}) as counted`.execute(
        trx,
      );
      return rows[0]?.count ?? 0;
    });
  } catch (error) {
    if (isTimeout(error)) return 'too-long';
    throw error;
  }
}

/** Whether the database ended a statement because of its timeout. */
const isTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014';
