import { type Expression, sql } from 'kysely';
import { compileOnce, executeAlone } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { hidden } from '#db/hidden.ts';
import { isoInstant } from '#db/instant.ts';
import { type PostType, postRules } from '../posts/post-rules.schema.ts';
import type { InterestView, PostView } from '../posts/posts.schema.ts';
import type { SocialMediaSharing } from '../posts/social-sharing.schema.ts';
import { type NetworkPostRow, presentNetworkPost } from '../social-media/network-posts.present.ts';

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
  const rows = await executeAlone(db, selectPosts(ids, viewerId));
  const byId = new Map(rows.map(({ post }) => [post.id, post]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [presentPost(row)] : [];
  });
}

const selectPosts = (ids: readonly string[], viewerId: string | undefined) =>
  compileOnce(
    'hydrate posts',
    { ids, viewerId: viewerId ?? null },
    (hole) => sql<{ post: PostRow }>`
      with page as materialized (select distinct unnest(${hidden(hole.ids, 'uuid[]')}) as post_id),
      ${hydrated(hidden(hole.viewerId, 'uuid'))}
      select post from hydrated`,
  );

/** A `post` of the common table `hydrated`. Instants are texts as Postgres writes them in JSON. */
export interface PostRow {
  id: string;
  creator_id: string;
  post_type: PostType;
  title: string;
  description: string;
  keywords: string[];
  start_at: string | null;
  end_at: string | null;
  time_zone: string | null;
  full_address: string | null;
  latitude: number | null;
  longitude: number | null;
  is_active: boolean;
  published_at: string | null;
  top_need: boolean;
  post_url: string | null;
  contact: string | null;
  expected_required_hours: number | null;
  petition_link: string | null;
  scheduled_publish: boolean;
  scheduled_publish_at: string | null;
  created_at: string;
  organization_name: string;
  organization_picture: string | null;
  liked: number;
  interested: number;
  going: number;
  views: number;
  /** Of the viewer's entry, where there is one. */
  reader_id: string | null;
  liked_at: string | null;
  interested_at: string | null;
  going_at: string | null;
  follows: boolean;
  is_added: boolean;
  reminder: number | null;
  /** Of the viewer's own posts, where there is anything. */
  social_media_sharing: SocialMediaSharing | null;
  /** Of the viewer's own posts, where there is anything. */
  network_posts: NetworkPostRow[] | null;
  images: { path: string; width: number; height: number; description: string; created_at: string }[] | null;
  impact_areas: { _id: string; name: string }[] | null;
  skills: { _id: string; name: string }[] | null;
  required_items: { name: string; requirement: string; neededBy: string }[] | null;
}

/**
 * SQL of common tables, the last of which is `hydrated (post_id, post)`: the posts of a common table
 * `page (post_id)`, which names each once, as JSON, with what they are to the viewer. Each list is read once for the whole page, and a post
 * is one value rather than forty columns, which the driver would read one by one; it is text rather than built each
 * time. Each was a good part of what a feed costs. The last one is materialized because the planner, who sees a page
 * joined with itself, takes it for one row, and would read the lists again for each.
 */
export const hydrated = (viewer: Expression<string | null>) => sql`
  images as (
    select post_id, json_agg(json_build_object(
      'path', path, 'width', width, 'height', height, 'description', description, 'created_at', created_at
    ) order by position) as images
    from page join post_images using (post_id) group by post_id
  ),
  areas as (
    select post_id, json_agg(json_build_object('_id', a.id, 'name', a.name) order by a.name) as impact_areas
    from page join post_impact_areas using (post_id) join impact_areas a on a.id = impact_area_id
    group by post_id
  ),
  wanted as (
    select post_id, json_agg(json_build_object('_id', s.id, 'name', s.name) order by s.name) as skills
    from page join post_skills using (post_id) join skills s on s.id = skill_id
    group by post_id
  ),
  items as (
    select post_id, json_agg(json_build_object(
      'name', name, 'requirement', requirement, 'neededBy', needed_by
    ) order by position) as required_items
    from page join post_required_items using (post_id) group by post_id
  ),
  hydrated as materialized (
    select row.id as post_id, row_to_json(row) as post from (
      select p.id, p.creator_id, p.post_type, p.title, p.description, p.keywords, p.start_at, p.end_at, p.time_zone,
        p.full_address, p.latitude, p.longitude, p.is_active, p.published_at, p.top_need, p.post_url, p.contact,
        p.expected_required_hours, p.petition_link, p.scheduled_publish, p.scheduled_publish_at, p.created_at,
        o.name as organization_name, o.profile_picture as organization_picture,
        c.liked, c.interested, c.going, c.views,
        case when p.creator_id = ${viewer} then nullif(p.social_media_sharing, '{}') end
          as social_media_sharing,
        case when p.creator_id = ${viewer} then (
          select json_agg(json_build_object(
            'network', s.network, 'state', s.state, 'reason', s.reason, 'remote_link', s.remote_link,
            'next_at', s.next_at
          ) order by s.network) from network_posts s where s.post_id = p.id
        ) end as network_posts,
        mine.user_id as reader_id, mine.liked_at, mine.interested_at, mine.going_at,
        f.id is not null as follows, added.post_id is not null as is_added, reminder.minutes as reminder,
        images.images, areas.impact_areas, wanted.skills, items.required_items
      from page
      join posts p on p.id = page.post_id
      join organizations o on o.user_id = p.creator_id
      join post_counters c on c.post_id = p.id
      left join post_interests mine on mine.post_id = p.id and mine.user_id = ${viewer}
      left join follows f on f.following_id = p.creator_id and f.follower_id = ${viewer}
      left join scheduler_entries added on added.post_id = p.id and added.user_id = ${viewer}
      left join reminders reminder on reminder.post_id = p.id and reminder.user_id = ${viewer}
      left join images on images.post_id = p.id
      left join areas on areas.post_id = p.id
      left join wanted on wanted.post_id = p.id
      left join items on items.post_id = p.id
      where p.is_active or p.creator_id = ${viewer}
    ) row
  )`;

/** Where a post takes place, as posts and calendars return it; null where it has no place. */
export const presentAddress = ({
  full_address: fullAddress,
  latitude,
  longitude,
}: Pick<PostRow, 'full_address' | 'latitude' | 'longitude'>): PostView['address'] =>
  fullAddress === null ? null : { fullAddress, latitude, longitude };

/** A post in the form of the outputs. */
export function presentPost(row: PostRow): PostView {
  return {
    _id: row.id,
    postType: row.post_type,
    title: row.title,
    description: row.description,
    images: (row.images ?? []).map(({ created_at, ...image }) => ({
      ...image,
      createdAt: isoInstant(created_at),
    })),
    impactAreas: row.impact_areas ?? [],
    skills: row.skills ?? [],
    keywords: row.keywords,
    startDateTime: instantOrNull(row.start_at),
    endDateTime: instantOrNull(row.end_at),
    timeZone: row.time_zone,
    address: presentAddress(row),
    creatorId: row.creator_id,
    organizationName: row.organization_name,
    organizationProfilePicture: row.organization_picture,
    createdAt: isoInstant(row.created_at),
    publishedAt: instantOrNull(row.published_at),
    isActive: row.is_active,
    topNeed: row.top_need,
    postURL: row.post_url,
    contact: row.contact,
    expectedRequiredHours: row.expected_required_hours,
    requiredItems: row.required_items ?? [],
    petitionLink: row.petition_link,
    addable: postRules[row.post_type].addable,
    isAdded: row.is_added,
    reminder: row.reminder,
    views: row.views,
    follows: row.follows,
    scheduledPublish: row.scheduled_publish,
    scheduledPublishDateTime: instantOrNull(row.scheduled_publish_at),
    sharedBy: null,
    sharedByName: null,
    sharedAt: null,
    interests: presentInterest(row),
    counts: { liked: row.liked, interested: row.interested, going: row.going },
    ...(row.social_media_sharing && { socialMediaSharing: row.social_media_sharing }),
    ...(row.network_posts && { socialMediaStatus: row.network_posts.map(presentNetworkPost) }),
  };
}

const instantOrNull = (at: string | null) => (at === null ? null : isoInstant(at));

/** The viewer's own entry, where the viewer has reacted. */
function presentInterest(row: PostRow): InterestView[] {
  const { reader_id: userId, liked_at, interested_at, going_at } = row;
  if (userId === null || (!liked_at && !interested_at && !going_at)) return [];
  return [{ userId, liked: liked_at !== null, interested: interested_at !== null, going: going_at !== null }];
}
