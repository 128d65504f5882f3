import { sql } from 'kysely';
import { compileOnce, executeAlone } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { hidden } from '#db/hidden.ts';
import { cutPage, type KeysetCursor } from '#db/keyset.ts';
import { maySeeFriendsActivity } from '../access.ts';
import { hydrated, type PostRow, presentPost } from '../hydrate/posts.ts';
import type { PostView } from '../posts/posts.schema.ts';

/** A post at its place in a user's feed. */
interface FeedEntry {
  post: PostRow;
  /** When a friend shared it last, or else when it was published. */
  at: Date;
  /** The friend who shared it last. */
  shared_by: string | null;
  shared_by_name: string | null;
  /** Whether the span that was looked at is all time. */
  since_ever: boolean;
}

interface FeedQuery {
  readerId: string;
  /** At most how many entries. */
  limit: number;
  cursor: KeysetCursor | undefined;
}

/**
 * A page of a reader's feed: the published posts of the organizations that the reader follows or is, those that
 * friends shared and let the reader see that they did, and those of the reader's impact areas. Newest first, each
 * post once: one that friends shared stands where the last of them shared it, any other where it was published.
 */
export async function findFeed(
  db: Db,
  { limit, ...query }: FeedQuery,
): Promise<{ items: PostView[]; cursor: string | null }> {
  const most = limit + 1;
  const recent = await executeAlone(db, selectFeed({ ...query, limit: most }, 'since many'));
  // What falls short is the end of the feed, unless shared posts, which stand elsewhere, were missing from the span.
  const isWhole = recent.length === most || recent[0]?.since_ever === true;
  const rows = isWhole ? recent : await executeAlone(db, selectFeed({ ...query, limit: most }, 'since ever'));
  const { page, cursor } = cutPage(rows, limit, ({ at, post }) => ({ at, id: post.id }));
  return { items: page.map(presentEntry), cursor };
}

function presentEntry({ post, at, shared_by, shared_by_name }: FeedEntry): PostView {
  const view = presentPost(post);
  if (shared_by === null) return view;
  return { ...view, sharedBy: shared_by, sharedByName: shared_by_name, sharedAt: at.toISOString() };
}

/**
 * Since when, as an instant over the organizations that are `followed`, a feed is read. Since many is since when so many
 * organizations, and a quarter more, published as there are entries on a page: their posts from then on fill it, and no
 * others need be looked at. It is since ever where fewer are followed.
 */
const spans = {
  'since ever': () => sql`'-infinity'::timestamptz`,
  /** Takes one less than how many organizations. */
  'since many': (others: number) =>
    sql`coalesce(
      (select newest_at from followed order by newest_at desc offset ${hidden(others, 'int')} limit 1),
      '-infinity'
    )`,
};

/**
 * The newest entries of a feed behind the cursor that are not older than `since`, with their posts. Each source gives
 * its own, straight from an index; what friends shared is left out of the other sources before these count, so that
 * none runs short.
 */
const selectFeed = ({ readerId, limit, cursor }: FeedQuery, span: keyof typeof spans) =>
  compileOnce(
    `feed ${span}${cursor ? ', going on' : ''}`,
    {
      readerId,
      limit,
      others: Math.floor(1.25 * limit) - 1,
      at: cursor?.at ?? null,
      id: cursor?.id ?? null,
    },
    (hole) => {
      const reader = hidden(hole.readerId, 'uuid');
      const most = hidden(hole.limit, 'int');
      const behind = (at: string, id: string) =>
        sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${hole.at}::timestamptz, ${hole.id}::uuid)`;
      const isInSpan = (at: string, id: string) =>
        sql`${sql.ref(at)} >= (select at from since)${cursor ? sql` and ${behind(at, id)}` : sql``}`;
      // Behind the cursor, where there is one.
      const newestOfEach = cursor
        ? sql`select published_at as at from posts
            where creator_id = o.user_id and is_active and ${behind('published_at', 'id')}
            order by published_at desc, id desc limit 1`
        : sql`select o.last_published_at as at`;
      return sql<FeedEntry>`
    with shared as materialized (
      select distinct on (s.post_id) s.post_id, s.created_at as at, s.user_id
      from friends
      join individuals friend on friend.user_id = friends.friend_id and ${maySeeFriendsActivity('friend')}
      join shares s on s.user_id = friend.user_id
      where friends.user_id = ${reader}
      order by s.post_id, s.created_at desc, s.user_id desc
    ),
    followed as materialized (
      select o.user_id, newest.at as newest_at
      from (select following_id from follows where follower_id = ${reader} union all select ${reader}) f
      join organizations o on o.user_id = f.following_id
      cross join lateral (${newestOfEach}) newest
      where newest.at is not null
    ),
    since as materialized (select ${spans[span](hole.others)} as at),
    entries as (
      (
        select shared.post_id, shared.at, shared.user_id as shared_by
        from shared join posts p on p.id = shared.post_id
        where p.is_active and ${isInSpan('shared.at', 'shared.post_id')}
        order by shared.at desc, shared.post_id desc limit ${most}
      )
      union all
      (
        select p.id, p.published_at, null
        from followed cross join lateral (
          select id, published_at from posts
          where creator_id = followed.user_id and is_active and ${isInSpan('posts.published_at', 'posts.id')}
            and id not in (select post_id from shared)
          order by published_at desc, id desc limit ${most}
        ) p
        where followed.newest_at >= (select at from since)
        order by p.published_at desc, p.id desc limit ${most}
      )
      union all
      (
        select p.post_id, p.published_at, null
        from user_impact_areas mine cross join lateral (
          select post_id, published_at from post_impact_areas areas
          where areas.impact_area_id = mine.impact_area_id and areas.published_at is not null
            and ${isInSpan('areas.published_at', 'areas.post_id')}
            and areas.post_id not in (select post_id from shared)
          order by areas.published_at desc, areas.post_id desc limit ${most}
        ) p
        where mine.user_id = ${reader}
      )
    ),
    page as materialized (
      select distinct on (at, post_id) post_id, at, shared_by
      from entries order by at desc, post_id desc limit ${most}
    ),
    ${hydrated(sql`${hole.readerId}::uuid`)}
    select post, page.at, page.shared_by,
      nullif(concat_ws(' ', i.first_name, i.last_name), '') as shared_by_name,
      (select at = '-infinity' from since) as since_ever
    from page
    left join individuals i on i.user_id = page.shared_by
    join hydrated using (post_id)
    order by page.at desc, post_id desc
  `;
    },
  );
