import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#db/database.ts';
import { postRules } from '../posts/post-rules.schema.ts';
import type { InterestView, PostView } from '../posts/posts.schema.ts';

/**
 * The posts of these ids as the viewer sees them, in the order of the ids. Ids without a post are left out, and so
 * are drafts and scheduled posts of anybody but the viewer: what is answered here may be shown. One query.
 */
export async function hydratePosts(
  db: Db,
  ids: readonly string[],
  viewerId: string | undefined,
): Promise<PostView[]> {
  if (ids.length === 0) return [];
  const rows = await selectPosts(db, ids, viewerId ?? null).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [presentPost(row)] : [];
  });
}

function selectPosts(db: Db, ids: readonly string[], viewerId: string | null) {
  return db
    .selectFrom('posts as p')
    .innerJoin('organizations as o', 'o.user_id', 'p.creator_id')
    .innerJoin('post_counters as c', 'c.post_id', 'p.id')
    .leftJoin('post_interests as mine', (join) =>
      join.onRef('mine.post_id', '=', 'p.id').on('mine.user_id', '=', viewerId),
    )
    .leftJoin('follows as f', (join) =>
      join.onRef('f.following_id', '=', 'p.creator_id').on('f.follower_id', '=', viewerId),
    )
    .select([
      'p.id',
      'p.creator_id',
      'p.post_type',
      'p.title',
      'p.description',
      'p.keywords',
      'p.start_at',
      'p.end_at',
      'p.time_zone',
      'p.full_address',
      'p.latitude',
      'p.longitude',
      'p.is_active',
      'p.published_at',
      'p.top_need',
      'p.post_url',
      'p.contact',
      'p.expected_required_hours',
      'p.petition_link',
      'p.scheduled_publish',
      'p.scheduled_publish_at',
      'p.created_at',
      'o.name as organization_name',
      'o.profile_picture as organization_picture',
      'c.liked',
      'c.interested',
      'c.going',
      'c.views',
      'mine.user_id as reader_id',
      'mine.liked_at',
      'mine.interested_at',
      'mine.going_at',
      'f.id as follow_id',
    ])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('post_images as i')
          .select(['i.path', 'i.width', 'i.height', 'i.description', 'i.created_at'])
          .whereRef('i.post_id', '=', 'p.id')
          .orderBy('i.position'),
      ).as('images'),
      jsonArrayFrom(
        eb
          .selectFrom('post_impact_areas as pa')
          .innerJoin('impact_areas as a', 'a.id', 'pa.impact_area_id')
          .select(['a.id as _id', 'a.name'])
          .whereRef('pa.post_id', '=', 'p.id')
          .orderBy('a.name'),
      ).as('impact_areas'),
      jsonArrayFrom(
        eb
          .selectFrom('post_skills as ps')
          .innerJoin('skills as s', 's.id', 'ps.skill_id')
          .select(['s.id as _id', 's.name'])
          .whereRef('ps.post_id', '=', 'p.id')
          .orderBy('s.name'),
      ).as('skills'),
      jsonArrayFrom(
        eb
          .selectFrom('post_required_items as r')
          .select(['r.name', 'r.requirement', 'r.needed_by as neededBy'])
          .whereRef('r.post_id', '=', 'p.id')
          .orderBy('r.position'),
      ).as('required_items'),
    ])
    .where('p.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where((eb) => eb.or([eb('p.is_active', '=', true), eb('p.creator_id', '=', viewerId)]));
}

type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['execute']>>[number];

function presentPost(row: PostRow): PostView {
  return {
    _id: row.id,
    postType: row.post_type,
    title: row.title,
    description: row.description,
    images: row.images.map(({ created_at, ...image }) => ({
      ...image,
      createdAt: new Date(created_at).toISOString(),
    })),
    impactAreas: row.impact_areas,
    skills: row.skills,
    keywords: row.keywords,
    startDateTime: text(row.start_at),
    endDateTime: text(row.end_at),
    timeZone: row.time_zone,
    address:
      row.full_address === null
        ? null
        : { fullAddress: row.full_address, latitude: row.latitude, longitude: row.longitude },
    creatorId: row.creator_id,
    organizationName: row.organization_name,
    organizationProfilePicture: row.organization_picture,
    createdAt: row.created_at.toISOString(),
    publishedAt: text(row.published_at),
    isActive: row.is_active,
    topNeed: row.top_need,
    postURL: row.post_url,
    contact: row.contact,
    expectedRequiredHours: row.expected_required_hours,
    requiredItems: row.required_items,
    petitionLink: row.petition_link,
    addable: postRules[row.post_type].addable,
    views: row.views,
    follows: row.follow_id !== null,
    scheduledPublish: row.scheduled_publish,
    scheduledPublishDateTime: text(row.scheduled_publish_at),
    sharedBy: null,
    sharedByName: null,
    sharedAt: null,
    interests: presentInterest(row),
    counts: { liked: row.liked, interested: row.interested, going: row.going },
  };
}

const text = (at: Date | null) => at?.toISOString() ?? null;

/** The viewer's own entry, where the viewer says anything. */
function presentInterest(row: PostRow): InterestView[] {
  const { reader_id: userId, liked_at, interested_at, going_at } = row;
  if (userId === null || (!liked_at && !interested_at && !going_at)) return [];
  return [{ userId, liked: liked_at !== null, interested: interested_at !== null, going: going_at !== null }];
}
