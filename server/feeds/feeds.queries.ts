import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { cutPage, type KeysetCursor } from '#db/keyset.ts';
import { maySeeActivity } from '../access.ts';

/** A post's place in somebody's feed. */
export interface FeedEntry {
  postId: string;
  /** When a friend shared it last, or else when it was published. */
  at: Date;
  /** The friend who shared it last. */
  sharedBy: string | null;
  sharedByName: string | null;
}

/**
 * A page of a reader's feed: the published posts of the organizations that the reader follows or is, those that
 * friends shared and let the reader see that they did, and those of the reader's impact areas. Newest first, each
 * post once: one that friends shared stands where the last of them shared it, any other where it was published.
 *
 * Each source gives its own next `limit + 1` posts, straight from an index; the page is the newest of them all.
 * Shared posts are left out of the other sources before these count, so that no source runs short.
 */
export async function findFeed(
  db: Db,
  readerId: string,
  { limit, cursor }: { limit: number; cursor: KeysetCursor | undefined },
): Promise<{ entries: FeedEntry[]; cursor: string | null }> {
  const most = limit + 1;
  const isAfter = (at: string, id: string) =>
    cursor
      ? sql`and (${sql.ref(at)}, ${sql.ref(id)}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
      : sql``;
  // An organization whose newest post stands behind those of this many others adds nothing to the first page; as
  // many more are opened as posts may be missing from theirs because they were shared. Later pages open all.
  const opened = cursor
    ? sql``
    : sql`order by o.last_published_at desc
        fetch first (${most} + (select count(*) from shared)) rows with ties`;
  const { rows } = await sql<FeedEntry>`
    with shared as materialized (
      select distinct on (s.post_id) s.post_id, s.created_at as at, s.user_id
      from friends join shares s on s.user_id = friends.friend_id
      where friends.user_id = ${readerId} and ${maySeeActivity('friends.friend_id', readerId)}
      order by s.post_id, s.created_at desc, s.user_id desc
    ),
    followed as materialized (
      select o.user_id
      from (
        select following_id from follows where follower_id = ${readerId} union all select ${readerId}::uuid
      ) f join organizations o on o.user_id = f.following_id
      where o.last_published_at is not null
      ${opened}
    ),
    entries as (
      (
        select shared.post_id, shared.at, shared.user_id as shared_by
        from shared join posts p on p.id = shared.post_id
        where p.is_active ${isAfter('shared.at', 'shared.post_id')}
        order by shared.at desc, shared.post_id desc limit ${most}
      )
      union all
      (
        select p.id, p.published_at, null
        from followed cross join lateral (
          select id, published_at from posts
          where creator_id = followed.user_id and is_active ${isAfter('posts.published_at', 'posts.id')}
            and id not in (select post_id from shared)
          order by published_at desc, id desc limit ${most}
        ) p
        order by p.published_at desc, p.id desc limit ${most}
      )
      union all
      (
        select p.post_id, p.published_at, null
        from user_impact_areas mine cross join lateral (
          select post_id, published_at from post_impact_areas areas
          where areas.impact_area_id = mine.impact_area_id and areas.published_at is not null
            ${isAfter('areas.published_at', 'areas.post_id')}
            and areas.post_id not in (select post_id from shared)
          order by areas.published_at desc, areas.post_id desc limit ${most}
        ) p
        where mine.user_id = ${readerId}
        order by p.published_at desc, p.post_id desc limit ${most}
      )
    ),
    page as (
      select distinct on (at, post_id) post_id, at, shared_by
      from entries order by at desc, post_id desc limit ${most}
    )
    select page.post_id as "postId", page.at, page.shared_by as "sharedBy",
      nullif(concat_ws(' ', i.first_name, i.last_name), '') as "sharedByName"
    from page left join individuals i on i.user_id = page.shared_by
    order by page.at desc, page.post_id desc
  `.execute(db);
  const { page, cursor: next } = cutPage(rows, limit, (entry) => ({ at: entry.at, id: entry.postId }));
  return { entries: page, cursor: next };
}
