import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { NetworkName } from '#db/tables/social-media.ts';
import { sharingKeys } from './network-posts.queries.ts';
import type { Connection } from './social-media.queries.ts';

const keyOfNetwork = sql`case c.network
  when 'facebook' then ${sql.lit(sharingKeys.facebook)}
  when 'twitter' then ${sql.lit(sharingKeys.twitter)}
  else ${sql.lit(sharingKeys['linked-in'])} end`;

/** A connection that a scheduled post needs. */
export interface NeededConnection extends Connection {
  /** When the first of its posts goes out. */
  needed_at: Date;
}

/**
 * Claims connections that posts need which are scheduled until `until`, and which were not checked since `checkedBefore`,
 * since the post was saved, or in the last minutes before it, those needed first before others.
 */
export async function claimNeededConnections(
  db: Db,
  claim: { now: Date; until: Date; checkedBefore: Date; lastMinutesMs: number; limit: number },
): Promise<NeededConnection[]> {
  const { now, until, checkedBefore, lastMinutesMs, limit } = claim;
  const soon = new Date(now.getTime() + lastMinutesMs);
  const { rows } = await sql<NeededConnection>`
    with needed as (
      select c.organization_id, c.network, min(p.scheduled_publish_at) as needed_at
      from posts as p join social_connections as c on c.organization_id = p.creator_id
      where p.scheduled_publish and p.scheduled_publish_at <= ${until} and c.broken_at is null
        and (p.social_media_sharing -> ${keyOfNetwork} ->> 'sharePost')::boolean
        and (c.checked_at is null or c.checked_at <= ${checkedBefore} or c.checked_at < p.updated_at or (
          p.scheduled_publish_at <= ${soon}
          and c.checked_at < p.scheduled_publish_at - make_interval(secs => ${lastMinutesMs / 1000})
        ))
      group by c.organization_id, c.network
      order by needed_at limit ${limit}
    ),
    claimed as (
      select c.organization_id, c.network, needed.needed_at
      from social_connections as c join needed using (organization_id, network)
      for no key update of c skip locked
    )
    update social_connections as c set checked_at = ${now} from claimed
    where c.organization_id = claimed.organization_id and c.network = claimed.network
      and (c.checked_at is null or c.checked_at < ${now})
    returning c.*, claimed.needed_at`.execute(db);
  return rows;
}

/** Connections that have ended, and whose organizations do not know. */
export const findEndedConnections = (
  db: Db,
  now: Date,
  limit: number,
): Promise<{ organization_id: string; network: NetworkName }[]> =>
  db
    .selectFrom('social_connections')
    .select(['organization_id', 'network'])
    .where('warned_at', 'is', null)
    .where((eb) => eb.or([eb('broken_at', 'is not', null), eb('expires_at', '<=', now)]))
    .limit(limit)
    .execute();

/** Notes that an organization is told that a connection ends. Resolves to false where it was before. */
export async function noteWarned(
  trx: Trx,
  { organizationId, network, now }: { organizationId: string; network: NetworkName; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('social_connections')
    .set({ warned_at: now })
    .where('organization_id', '=', organizationId)
    .where('network', '=', network)
    .where('warned_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A warning as its mail needs it; undefined where the connection is gone, or was replaced. */
export const findWarning = (
  db: Db,
  { organizationId, network }: { organizationId: string; network: NetworkName },
) =>
  db
    .selectFrom('social_connections as c')
    .innerJoin('users as u', 'u.id', 'c.organization_id')
    .select(['u.email', 'c.account_name', 'c.broken_at', 'c.expires_at'])
    .where('c.organization_id', '=', organizationId)
    .where('c.network', '=', network)
    .where('c.warned_at', 'is not', null)
    .executeTakeFirst();
