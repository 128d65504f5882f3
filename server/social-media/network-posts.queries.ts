import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import {
  type NetworkName,
  type NetworkPostReason,
  type NetworkPostsTable,
  networkNames,
} from '#db/tables/social-media.ts';
import { keepPostAsItIs } from '../posts/posts.queries.ts';
import type { PublishedPost } from './networks.ts';

export type NetworkPost = Selectable<NetworkPostsTable>;

/** How `socialMediaSharing` names the networks. */
export const sharingKeys = { facebook: 'facebook', twitter: 'twitter', 'linked-in': 'linkedIn' } as const;

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** The networks as a table of their names, with how posts name them. */
const networks = sql`unnest(
  ${[...networkNames]}::text[], ${networkNames.map((name) => sharingKeys[name])}::text[]
) as n (network, key)`;

/**
 * Has published posts shared at the networks that are chosen for them and where they are not yet: now, or once the time
 * for an undo has passed.
 */
export async function insertNetworkPosts(
  trx: Trx,
  { postIds, available, now }: { postIds: readonly string[]; available: readonly NetworkName[]; now: Date },
): Promise<void> {
  await sql`
    insert into network_posts (post_id, network, organization_id, state, due_at, next_at)
    select p.id, n.network, p.creator_id,
      case when n.network = any(${available}::text[]) then 'waiting' else 'unavailable' end,
      ${now}::timestamptz,
      case when n.network = any(${available}::text[]) and not exists (
        select from pending_announcements as a where a.post_id = p.id
      ) then ${now}::timestamptz end
    from posts as p cross join ${networks}
    where p.id = ${anyOf(postIds)} and p.is_active
      and (p.social_media_sharing -> n.key ->> 'sharePost')::boolean
    on conflict (post_id, network) do nothing`.execute(trx);
}

/** Forgets networks that are no longer chosen for a post, where it was not sent. */
export async function deleteUnchosen(trx: Trx, postId: string): Promise<void> {
  await sql`
    delete from network_posts as s using posts as p, ${networks}
    where s.post_id = ${postId} and p.id = s.post_id and n.network = s.network
      and s.remote_id is null and (s.sent_at is null or s.state = 'failed')
      and (p.social_media_sharing -> n.key ->> 'sharePost')::boolean is not true`.execute(trx);
}

/** Has a post that was changed here changed at those networks where it is, and which allow it. */
export async function wantEdits(
  trx: Trx,
  { postId, editable, now }: { postId: string; editable: readonly NetworkName[]; now: Date },
): Promise<void> {
  await trx
    .updateTable('network_posts')
    .set({ wants_edit: true, next_at: now, tries: 0 })
    .where('post_id', '=', postId)
    .where('state', '=', 'posted')
    .where('network', '=', sql<NetworkName>`any(${editable}::text[])`)
    .execute();
}

/** Lets posts be sent whose time for an undo has passed. */
export async function releaseNetworkPosts(trx: Trx, postIds: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('network_posts')
    .set({ next_at: now, due_at: now })
    .where('post_id', '=', anyOf(postIds))
    .where('state', '=', 'waiting')
    .where('next_at', 'is', null)
    .execute();
}

/**
 * Forgets what became of a post at the networks, and has it deleted where it is. Whoever is sending it at this moment has
 * noted so, or may not send it any more.
 */
export async function withdrawFromNetworks(
  trx: Trx,
  { postId, now, lookAt }: { postId: string; now: Date; lookAt: Date },
): Promise<void> {
  await sql`
    with gone as (delete from network_posts where post_id = ${postId} returning *)
    insert into network_removals (id, organization_id, network, title, account_id, author_id, sent_at, text, link,
      remote_id, remote_link, next_at)
    select gen_random_uuid(), gone.organization_id, gone.network, p.title, gone.account_id, gone.author_id,
      gone.sent_at, gone.text, gone.link, gone.remote_id, gone.remote_link,
      case when gone.remote_id is null then ${lookAt}::timestamptz else ${now}::timestamptz end
    from gone join posts as p on p.id = gone.post_id
    where gone.remote_id is not null or gone.sent_at is not null`.execute(trx);
}

/**
 * Has a post tried again that was given up. Resolves to false where the organization shares no such post there. Needs
 * `keepStatuses`.
 */
export async function retryNetworkPost(
  trx: Trx,
  row: { postId: string; network: NetworkName; organizationId: string; now: Date },
): Promise<boolean> {
  const { postId, network, organizationId, now } = row;
  const found = await trx
    .selectFrom('network_posts')
    .select(['state', 'reason'])
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!found) return false;
  const isOver = found.state === 'failed' || found.state === 'unavailable';
  if (!isOver && found.reason === null) return true;
  await trx
    .updateTable('network_posts')
    .set({
      ...(isOver ? { state: 'waiting' as const } : { wants_edit: true }),
      reason: null,
      tries: 0,
      looks: 0,
      due_at: now,
      next_at: now,
    })
    .where('post_id', '=', postId)
    .where('network', '=', network)
    .execute();
  return true;
}

/**
 * Keeps a post as it is, and what became of it at each network, until the transaction ends: what is then shown of it is
 * newer than what was shown before.
 */
export async function keepStatuses(trx: Trx, postId: string): Promise<void> {
  await keepPostAsItIs(trx, postId);
  await lockStatuses(trx, postId);
}

/** Keeps others from changing what became of a post. Rows are locked in one order, so that nobody waits in a circle. */
export async function lockStatuses(trx: Trx, postId: string): Promise<void> {
  await trx
    .selectFrom('network_posts')
    .select('network')
    .where('post_id', '=', postId)
    .orderBy('network')
    .forNoKeyUpdate()
    .execute();
}

/** A row that a worker has claimed: only while it has this number is it the worker's. */
type Claimed = Pick<NetworkPost, 'post_id' | 'network' | 'attempt'>;

/** Claims posts that are due at a network, those due longest first, until `leaseUntil`. */
export async function claimNetworkPosts(
  db: Db,
  claim: { network: NetworkName; now: Date; leaseUntil: Date; limit: number },
): Promise<NetworkPost[]> {
  const { network, now, leaseUntil, limit } = claim;
  const { rows } = await sql<NetworkPost>`
    with due as (
      select post_id, network from network_posts
      where network = ${network} and next_at <= ${now}
      order by next_at limit ${limit}
      for no key update skip locked
    )
    update network_posts as s set attempt = s.attempt + 1, next_at = ${leaseUntil}
    from due where s.post_id = due.post_id and s.network = due.network
    returning s.*`.execute(db);
  return rows;
}

/** Changes a row that a worker has claimed. Resolves to false where it is no longer the worker's. */
export async function updateClaimed(
  db: Db,
  { post_id, network, attempt }: Claimed,
  change: Partial<{
    [C in keyof Omit<NetworkPost, 'post_id' | 'network' | 'organization_id' | 'attempt'>]: NetworkPost[C];
  }>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('network_posts')
    .set(change)
    .where('post_id', '=', post_id)
    .where('network', '=', network)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a row that a worker has claimed. */
export async function deleteClaimed(db: Db, { post_id, network, attempt }: Claimed): Promise<void> {
  await db
    .deleteFrom('network_posts')
    .where('post_id', '=', post_id)
    .where('network', '=', network)
    .where('attempt', '=', attempt)
    .execute();
}

/** The text of a post as it was sent. */
export async function findSentText(db: Db, { post_id, network }: Claimed): Promise<string | null> {
  const row = await db
    .selectFrom('network_posts')
    .select('text')
    .where('post_id', '=', post_id)
    .where('network', '=', network)
    .executeTakeFirst();
  return row?.text ?? null;
}

/** What a row becomes when the post is there. */
export const posted = ({ id, link }: PublishedPost, now: Date) =>
  ({
    state: 'posted',
    remote_id: id,
    remote_link: link,
    posted_at: now,
    sent_at: null,
    next_at: null,
    reason: null,
    tries: 0,
    looks: 0,
  }) as const;

/** What a row becomes that is given up. Where the outcome is open, that stays noted. */
export const failed = (reason: NetworkPostReason) => ({ state: 'failed', reason, next_at: null }) as const;

/** Puts off everything of an organization at a network that takes no calls of it until then. */
export async function putOff(
  trx: Trx,
  { organizationId, network, until }: { organizationId: string; network: NetworkName; until: Date },
): Promise<void> {
  for (const table of ['network_posts', 'network_removals'] as const)
    await trx
      .updateTable(table)
      .set({ next_at: until })
      .where('organization_id', '=', organizationId)
      .where('network', '=', network)
      .where('next_at', '<', until)
      .execute();
}
