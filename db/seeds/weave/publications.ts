import type { Insertable } from 'kysely';
import type {
  PostImagesTable,
  PostImpactAreasTable,
  PostRequiredItemsTable,
  PostSkillsTable,
  PostsTable,
} from '../../tables/posts.ts';
import type { DemoPost } from '../community/content.ts';
import { instantOf, localDate } from '../local-time.ts';
import { Random } from '../random.ts';
import { daysBefore, type Members, type Organization } from './members.ts';
import type { StoredPicture } from './pictures.ts';

/** A post with its place in time. */
export interface Publication {
  id: string;
  organization: Organization;
  content: DemoPost;
  createdAt: Date;
  updatedAt: Date;
  /** Null for drafts and scheduled posts. */
  publishedAt: Date | null;
  scheduledAt: Date | null;
  /** The zone of its times. */
  zone: string;
  startAt: Date | null;
  endAt: Date | null;
}

const minute = 60_000;
const hour = 60 * minute;

/** Gives every post its times and its id. */
export function publish(members: Members, now: Date): Publication[] {
  return members.organizations.flatMap((organization) =>
    organization.content.posts.map((content) => {
      const random = new Random(`post ${organization.content.handle} ${content.title}`);
      const zone = (content.place ?? organization.content.place).zone;
      const times = timesOf(content, organization.content.place.zone, random, now);
      const startAt = content.when
        ? instantOf({ date: localDate(now, zone, content.when.day), time: content.when.at }, zone)
        : null;
      const endAt = startAt && content.when ? new Date(startAt.getTime() + content.when.hours * hour) : null;
      return { id: random.id(times.createdAt), organization, content, ...times, zone, startAt, endAt };
    }),
  );
}

/** When a post was written and when it is published. People write and publish by day, on the clock of their town. */
function timesOf(content: DemoPost, zone: string, random: Random, now: Date) {
  const { posted } = content;
  const byDay = (daysAgo: number) =>
    daysAgo < 1
      ? daysBefore(now, daysAgo)
      : new Date(
          instantOf({ date: localDate(now, zone, -Math.floor(daysAgo)), time: '07:30' }, zone).getTime() +
            random.whole(0, 12 * 60) * minute,
        );
  const at = byDay(posted.daysAgo);
  if (posted.state === 'published') {
    const createdAt = new Date(at.getTime() - random.whole(4, posted.daysAgo < 1 ? 40 : 900) * minute);
    return { createdAt, updatedAt: at, publishedAt: at, scheduledAt: null };
  }
  const updatedAt = new Date(Math.min(at.getTime() + random.whole(5, 600) * minute, now.getTime()));
  const scheduledAt =
    posted.state === 'scheduled'
      ? instantOf({ date: localDate(now, zone, posted.inDays), time: posted.at }, zone)
      : null;
  return { createdAt: at, updatedAt, publishedAt: null, scheduledAt };
}

/** When each organization published last, by id. */
export function lastPublished(publications: readonly Publication[]): Map<string, Date> {
  const last = new Map<string, Date>();
  for (const { organization, publishedAt } of publications) {
    const known = last.get(organization.id);
    if (publishedAt && (!known || publishedAt > known)) last.set(organization.id, publishedAt);
  }
  return last;
}

/** The posts and what belongs to them. `pictures` are by their names in the seed. */
export function weavePublications(
  publications: readonly Publication[],
  members: Members,
  pictures: ReadonlyMap<string, StoredPicture>,
  now: Date,
) {
  const posts: Insertable<PostsTable>[] = [];
  const images: Insertable<PostImagesTable>[] = [];
  const items: Insertable<PostRequiredItemsTable>[] = [];
  const areas: Insertable<PostImpactAreasTable>[] = [];
  const skills: Insertable<PostSkillsTable>[] = [];

  for (const publication of publications) {
    const { id, organization, content, publishedAt, createdAt, zone } = publication;
    const place =
      content.when && content.place !== null ? (content.place ?? organization.content.place) : null;
    posts.push({
      id,
      creator_id: organization.id,
      post_type: content.type,
      title: content.title,
      description: withMentions(content.text, members),
      keywords: [...(content.keywords ?? [])],
      start_at: publication.startAt,
      end_at: publication.endAt,
      time_zone: publication.startAt ? zone : null,
      full_address: place?.fullAddress ?? null,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      is_active: publishedAt !== null,
      published_at: publishedAt,
      top_need: content.topNeed ?? false,
      post_url: content.url ?? null,
      contact: content.contact ?? null,
      expected_required_hours: content.hours ?? null,
      petition_link: content.petition ?? null,
      scheduled_publish: publication.scheduledAt !== null,
      scheduled_publish_at: publication.scheduledAt,
      social_media_sharing: '{}',
      created_at: createdAt,
      updated_at: publication.updatedAt,
    });
    for (const [position, { name, alt }] of (content.pictures ?? []).entries()) {
      const picture = pictures.get(name);
      if (picture)
        images.push({ post_id: id, position, ...picture, description: alt, created_at: createdAt });
    }
    items.push(
      ...(content.items ?? []).map(({ name, requirement, inDays }, position) => ({
        post_id: id,
        position,
        name,
        requirement,
        needed_by: localDate(now, zone, inDays),
      })),
    );
    areas.push(
      ...content.areas.map((area) => ({ post_id: id, impact_area_id: area, published_at: publishedAt })),
    );
    skills.push(...(content.skills ?? []).map((skill) => ({ post_id: id, skill_id: skill })));
  }

  return {
    posts,
    post_images: images,
    post_required_items: items,
    post_impact_areas: areas,
    post_skills: skills,
  };
}

/** Turns `@[handle]` into a mention as descriptions keep it. Throws where nobody has the handle. */
function withMentions(text: string, members: Members): string {
  return text.replaceAll(/@\[(\w+)\]/g, (_, handle: string) => {
    const { name, id } = members.get(handle);
    return `@[${name}](${id})`;
  });
}
