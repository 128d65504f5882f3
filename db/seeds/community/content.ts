import type { PostType } from '../../tables/posts.ts';
import type { Audience, Gender, PostalAddress, SearchVisibility } from '../../tables/profiles.ts';
import type { ImpactAreaId } from '../data/impact-areas.ts';
import type { SkillId } from '../data/skills.ts';

/** Where something is, and by which clock it runs. */
interface Place {
  fullAddress: string;
  latitude: number;
  longitude: number;
  /** IANA name of the time zone. */
  zone: string;
}

/** A town where people of the community live. Coordinates are of its middle. */
export interface Town {
  city: string;
  code: string;
  state?: string;
  country: string;
  latitude: number;
  longitude: number;
}

/** An invented person. Days count back from the day of seeding. */
export interface DemoPerson {
  /** Names the person within the seed, and is the first half of the mail address. */
  handle: string;
  firstName: string;
  lastName: string;
  home: Town;
  born: string;
  gender?: Gender;
  races?: string[];
  kids?: string;
  phone?: string;
  areas: readonly ImpactAreaId[];
  joinedDaysAgo: number;
  /** How much this person takes part: 0 not at all, 1 like most, 3 all the time. */
  activity: number;
  /** There is a portrait, `pictures/{handle}.webp`. */
  hasPortrait?: true;
  privacy?: {
    isCalendarPublic?: boolean;
    isEmailSearchable?: boolean;
    isUserSearchable?: boolean;
    showOnSearch?: SearchVisibility;
    showActivity?: Audience;
  };
}

/** An invented organization and its posts. Its emblem is `pictures/{handle}.webp`. */
export interface DemoOrganization {
  handle: string;
  name: string;
  mission: string;
  description: string;
  phone: string;
  ein?: string;
  website: string;
  address: PostalAddress;
  place: Place;
  areas: readonly ImpactAreaId[];
  joinedDaysAgo: number;
  /** How widely it is known, against the others: decides how many follow it. */
  appeal: number;
  posts: readonly DemoPost[];
}

/** What became of a post: out since some days, never finished, or waiting for its time. */
export type Posted =
  | { state: 'published'; daysAgo: number }
  | { state: 'draft'; daysAgo: number }
  | { state: 'scheduled'; daysAgo: number; inDays: number; at: string };

/** Days from the day of seeding (negative: before it), and a time on the clock of the place. */
export interface When {
  day: number;
  at: string;
  hours: number;
}

export interface PostPicture {
  /** The file `pictures/{name}.webp`. */
  name: string;
  /** What it shows, for those who do not see it. */
  alt: string;
}

/** A post as its author wrote it. `@[handle]` in the text becomes a mention. */
export interface DemoPost {
  type: PostType;
  title: string;
  text: string;
  areas: readonly ImpactAreaId[];
  keywords?: readonly string[];
  posted: Posted;
  when?: When;
  /** Where a dated post takes place if not at the organization's own address; null for online. */
  place?: Place | null;
  topNeed?: true;
  url?: string;
  contact?: string;
  skills?: readonly SkillId[];
  /** Hours that a project needs of each person. */
  hours?: number;
  petition?: string;
  items?: readonly { name: string; requirement: string; inDays: number }[];
  pictures?: readonly PostPicture[];
}

/** Out since so many days; less than one day counts in hours. */
export const ago = (daysAgo: number): Posted => ({ state: 'published', daysAgo });

/** Begun so many days ago and not finished. */
export const draft = (daysAgo: number): Posted => ({ state: 'draft', daysAgo });

/** Written so many days ago, to go out in so many days at a time of day. */
export const planned = (daysAgo: number, inDays: number, at: string): Posted => ({
  state: 'scheduled',
  daysAgo,
  inDays,
  at,
});

/** From that time on that day, for so many hours. */
export const on = (day: number, at: string, hours: number): When => ({ day, at, hours });

/** A picture of a post. */
export const picture = (name: string, alt: string): PostPicture => ({ name, alt });
