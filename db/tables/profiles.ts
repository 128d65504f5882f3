import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, Json } from './columns.ts';
import type { ServiceAreaType } from './map-areas.ts';

export const genders = [
  'female',
  'male',
  'transgender-female',
  'transgender-male',
  'transgender-non-conforming',
  'other',
] as const;
export type Gender = (typeof genders)[number];

export const races = [
  'american-indian-alaska-native',
  'asian',
  'black',
  'hispanic',
  'middle-eastern-north-african',
  'native-hawaiian-other-pacific-islander',
  'white',
  'other',
] as const;

/** How many children a user has. */
export const kidsAnswers = ['0', '1', '2', '3', '4', '4+'] as const;

/** Who sees what a user likes, is interested in, goes to and shares. */
export const audiences = ['Public', 'no-one', 'friends', 'friends-of-friends'] as const;
export type Audience = (typeof audiences)[number];

/** Who finds a user in searches and suggestions. */
export const searchVisibilities = ['always', 'never', 'friends-of-friends'] as const;
export type SearchVisibility = (typeof searchVisibilities)[number];

/** In what rhythm a user wants to help. */
export const typesOfInvolvement = [
  'convenient',
  'full-day',
  'structured-recurring',
  'as-much-possible',
] as const;
export type TypeOfInvolvement = (typeof typesOfInvolvement)[number];

/** A postal address as a form keeps it; coordinates are degrees, present once the address was located. */
export interface PostalAddress {
  street1?: string;
  street2?: string;
  city?: string;
  code?: string;
  state?: string;
  country?: string;
  latitude?: number;
  longitude?: number;
}

/** An individual's profile and privacy settings. One row per individual, made at sign-up. */
export interface IndividualsTable {
  user_id: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  /** A calendar day, `YYYY-MM-DD`. Never leaves the server except to its owner. */
  date_of_birth: string | null;
  kids: string | null;
  phone: string | null;
  gender: Gender | null;
  races: Generated<string[]>;
  /** Key of a picture in the media store. */
  profile_picture: string | null;
  address: Json<PostalAddress>;
  is_calendar_public: Generated<boolean>;
  is_email_searchable: Generated<boolean>;
  is_user_searchable: Generated<boolean>;
  show_on_search: Generated<SearchVisibility>;
  show_activity: Generated<Audience>;
  /** What they do for their community already, in their own words. */
  community_involvement: string | null;
  looking_for_volunteering_opportunity: Generated<boolean>;
  looking_for_project: Generated<boolean>;
  looking_for_membership: Generated<boolean>;
  looking_for_committee: Generated<boolean>;
  /** Hours a week, 0 to 40. */
  availability_per_week: number | null;
  type_of_involvement: TypeOfInvolvement | null;
  /** The words of the name, for searching: a `tsvector`. */
  name_words: GeneratedAlways<string>;
  /** Those of city, region and country, with the names of what is kept as a code. */
  address_words: GeneratedAlways<string>;
}

/** An organization's profile. One row per organization, made at sign-up. */
export interface OrganizationsTable {
  user_id: string;
  name: Generated<string>;
  mission: string | null;
  description: string | null;
  phone: string | null;
  ein: string | null;
  website: string | null;
  contact_email: string | null;
  /** Key of a picture in the media store. */
  profile_picture: string | null;
  address: Json<PostalAddress>;
  /**
   * When the newest of its active posts was published, or null where there is none. Kept in step by every
   * write that publishes, withdraws or deletes a post: the feed uses it to open only the organizations that
   * can contribute to a page.
   */
  last_published_at: Instant | null;
  service_area_types: Generated<ServiceAreaType[]>;
  /** Names of the areas served, as people read them. */
  service_areas: Generated<string[]>;
  keywords: Generated<string[]>;
  /** Links out: http or https. */
  donation_link: string | null;
  news_letter_link: string | null;
  events_link: string | null;
  rss_link: string | null;
  blog_link: string | null;
  /** The words of the name, for searching: a `tsvector`. */
  name_words: GeneratedAlways<string>;
  /** Those of the address, with the names of what is kept as a code. */
  address_words: GeneratedAlways<string>;
  /** Those of name, mission, description and keywords. */
  text_words: GeneratedAlways<string>;
  /** The keywords without case and accents. */
  folded_keywords: GeneratedAlways<string[]>;
}

/** A cause that a user cares about (individuals) or works for (organizations). */
export interface UserImpactAreasTable {
  user_id: string;
  impact_area_id: string;
}

/** Something that an individual can do. */
export interface UserSkillsTable {
  user_id: string;
  skill_id: string;
}

/** A language that an individual speaks. */
export interface UserLanguagesTable {
  user_id: string;
  language_id: string;
}

/** Of what kind an organization is. */
export interface UserOrganizationTypesTable {
  user_id: string;
  organization_type_id: string;
}
