import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, Json } from './columns.ts';

/** What a post can be, in the order in which the types are offered. */
export const postTypes = ['event', 'project', 'volunteering', 'in-kind', 'general', 'advocacy'] as const;
export type PostType = (typeof postTypes)[number];

/** A part of a post, as a template for a social network lists it. */
export interface NetworkTemplateItem {
  name: string;
  label: string;
  selected: boolean;
  /** Its place, from 1. */
  serial: number;
}

export const socialNetworks = ['facebook', 'twitter', 'linkedIn', 'instagram'] as const;
type SocialNetwork = (typeof socialNetworks)[number];

/** The text for each social network when the post is published; templates stand with their networks or together. */
export type SocialMediaSharing = {
  [N in SocialNetwork]?:
    | { sharePost: boolean; description: string; template?: NetworkTemplateItem[] | undefined }
    | undefined;
} & { template?: { [N in SocialNetwork]?: NetworkTemplateItem[] | undefined } | undefined };

/**
 * A post of an organization to its community. Draft: not active and not scheduled. Scheduled: not active, with a time
 * of publication. Published: active.
 */
export interface PostsTable {
  id: string;
  creator_id: string;
  post_type: PostType;
  title: string;
  description: string;
  keywords: Generated<string[]>;
  start_at: Instant | null;
  end_at: Instant | null;
  /** Until when it takes place: its end, or an hour after its start where it has no end. */
  takes_place_until: GeneratedAlways<Date | null>;
  /** False from when it has ended, which every process looks for: where lists have it below. */
  is_open: Generated<boolean>;
  /** IANA name of the zone in which a dated post takes place. */
  time_zone: string | null;
  full_address: string | null;
  latitude: number | null;
  longitude: number | null;
  is_active: boolean;
  /** When the post first became active: its place in every list of posts. Null while it is not active. */
  published_at: Instant | null;
  top_need: Generated<boolean>;
  post_url: string | null;
  contact: string | null;
  /** Hours, in quarters. */
  expected_required_hours: number | null;
  petition_link: string | null;
  scheduled_publish: Generated<boolean>;
  scheduled_publish_at: Instant | null;
  social_media_sharing: Json<SocialMediaSharing>;
  created_at: Instant;
  updated_at: Instant;
}

/**
 * A post that was published with an Undo, until its followers are notified or it is taken back. The row goes in the
 * transaction that does either, so that a post has one or the other.
 */
export interface PendingAnnouncementsTable {
  post_id: string;
  /** When its followers are notified, by the database's clock. */
  announce_at: Instant;
  /** The draft or scheduled post as it was before, as `UnpublishedPost`; null where it did not exist. */
  before: ColumnType<unknown, string | null, string | null>;
}

/** A picture of a post, in the order of `position`; the first is the one that cards show. */
export interface PostImagesTable {
  post_id: string;
  position: number;
  /** Key of a picture in the media store. */
  path: string;
  /** Pixels of the stored original, so that screens can reserve the room. */
  width: number;
  height: number;
  description: string;
  created_at: Instant;
}

/** Something that an in-kind post requests. */
export interface PostRequiredItemsTable {
  post_id: string;
  position: number;
  name: string;
  requirement: string;
  /** A calendar day, `YYYY-MM-DD`. */
  needed_by: string;
}

/**
 * A cause of a post. Repeats the post's `published_at` (null while it is not active), so that the newest posts
 * of a cause come straight from one index.
 */
export interface PostImpactAreasTable {
  post_id: string;
  impact_area_id: string;
  published_at: Instant | null;
}

/** A skill that a project or volunteering post looks for. */
export interface PostSkillsTable {
  post_id: string;
  skill_id: string;
}

/** One user's reactions to one post. A row stays when everything is taken back: all three are then null. */
export interface PostInterestsTable {
  post_id: string;
  user_id: string;
  liked_at: Instant | null;
  interested_at: Instant | null;
  going_at: Instant | null;
}

/** How many reacted to a post. Beside `posts`, so that a like does not rewrite a post and its indexes. */
export interface PostCountersTable {
  post_id: string;
  liked: Generated<number>;
  interested: Generated<number>;
  going: Generated<number>;
  views: Generated<number>;
}

/** A signed-in user has viewed a post of another user, for the first time. */
export interface PostViewersTable {
  post_id: string;
  viewer_id: string;
  viewed_at: Instant;
}

/** The same, of any post of an organization; it stays when the post is deleted. */
export interface OrganizationViewersTable {
  organization_id: string;
  viewer_id: string;
  viewed_at: Instant;
}

/**
 * What happened to a post in a period: a month, or a quarter of an hour near the end of a month, as `statistics_period`
 * cuts time. The months of any time zone are sums of periods.
 */
export interface PostStatisticsTable {
  post_id: string;
  /** The first instant of the period. */
  period: Instant;
  /** First views by a user. */
  views: Generated<number>;
  /** Reactions that were set in the period and not removed since. */
  liked: Generated<number>;
  interested: Generated<number>;
  going: Generated<number>;
}

/** The same, for all posts of an organization; it stays when a post is deleted. */
export interface OrganizationStatisticsTable extends Omit<PostStatisticsTable, 'post_id'> {
  organization_id: string;
}

/** An individual recommends a post to friends. At most one row a person and post. */
export interface SharesTable {
  id: string;
  user_id: string;
  post_id: string;
  created_at: Instant;
}
