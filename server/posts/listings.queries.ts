import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { mostNear } from '../near.schema.ts';
import { type FoundNear, findNearest } from '../near.ts';
import { type PostQuery, searchNear, selectPosts } from './posts.queries.ts';

interface Page {
  limit: number;
  cursor: KeysetCursor | undefined;
}

/** The pictures of an organization's published posts, newest post first; a page is cut between posts. */
export async function findGallery(
  db: Db,
  { organizationId, limit, cursor }: Page & { organizationId: string },
) {
  const posts = await db
    .selectFrom('posts as p')
    .select(['p.id', 'p.published_at', 'p.post_type', 'p.title'])
    .$narrowType<{ published_at: Date }>()
    .where('p.creator_id', '=', organizationId)
    .where((eb) => eb('p.is_active', '=', eb.lit(true)))
    .where((eb) => eb.exists(eb.selectFrom('post_images').select('post_id').whereRef('post_id', '=', 'p.id')))
    .where((eb) => (cursor ? afterCursor(eb.ref('p.published_at'), eb.ref('p.id'), cursor) : eb.lit(true)))
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();
  const cut = cutPage(posts, limit, (row) => ({ at: row.published_at, id: row.id }));
  const images = await db
    .selectFrom('post_images')
    .select(['post_id', 'path', 'width', 'height', 'description', 'created_at'])
    .where('post_id', '=', sql<string>`any(${cut.page.map(({ id }) => id)}::uuid[])`)
    .orderBy('position')
    .execute();
  const byPost = Map.groupBy(images, (image) => image.post_id);
  const rows = cut.page.flatMap((post) => (byPost.get(post.id) ?? []).map((image) => ({ post, image })));
  return { rows, cursor: cut.cursor };
}

/**
 * A page of the posts that a filter finds and that begin at or after an instant, the next one first. Around a place only
 * the nearest are looked at, which come straight from an index.
 */
export async function findUpcoming(
  db: Db,
  { from, limit, cursor, ...query }: Page & PostQuery & { from: Date },
): Promise<{ rows: FoundNear[]; cursor: string | null }> {
  const { around } = query;
  const nearest =
    around && (await findNearest(db, searchNear({ ...query, around }, { isOpen: true, from }), mostNear));
  const rows = await (nearest
    ? db.selectFrom('posts').where('id', '=', sql<string>`any(${nearest.map(({ id }) => id)}::uuid[])`)
    : selectPosts(db, query).where('start_at', '>=', from)
  )
    .select(['id', 'start_at'])
    .$narrowType<{ start_at: Date }>()
    .$if(cursor !== undefined, (query) =>
      query.where(sql<boolean>`(start_at, id) > (${cursor?.at}::timestamptz, ${cursor?.id}::uuid)`),
    )
    .orderBy('start_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const cut = cutPage(rows, limit, (row) => ({ at: row.start_at, id: row.id }));
  const distances = new Map(nearest?.map((row) => [row.id, row.kilometers]));
  const shown = cut.page.map(({ id }) => {
    const kilometers = distances.get(id);
    return { id, ...(around && kilometers !== undefined && { kilometers: around.tell(kilometers) }) };
  });
  return { rows: shown, cursor: cut.cursor };
}

/** A page of an organization's published posts that ended at or before an instant, the latest end first. */
export async function findRecentlyEnded(
  db: Db,
  { organizationId, until, limit, cursor }: Page & { organizationId: string; until: Date },
): Promise<{ ids: string[]; cursor: string | null }> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'end_at'])
    .$narrowType<{ end_at: Date }>()
    .where('creator_id', '=', organizationId)
    .where((eb) => eb('is_active', '=', eb.lit(true)))
    .where('end_at', '<=', until)
    .where((eb) => (cursor ? afterCursor(eb.ref('end_at'), eb.ref('id'), cursor) : eb.lit(true)))
    .orderBy('end_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const cut = cutPage(rows, limit, (row) => ({ at: row.end_at, id: row.id }));
  return { ids: cut.page.map(({ id }) => id), cursor: cut.cursor };
}
