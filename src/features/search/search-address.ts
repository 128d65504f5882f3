import { type PostType, postTypes } from '#server/posts/post-rules.schema.ts';
import { parseNear } from '#src/lib/near.ts';
import { type PlaceInPages, readPlace } from '#src/lib/place-in-pages.ts';

/** The filters of organizations in the page's address. Absent means all; `near` is as `writeNear` writes it. */
export interface OrganizationFilters {
  name?: string;
  impactAreas?: string[];
  organizationTypes?: string[];
  serviceAreas?: string[];
  address?: string;
  keyword?: string;
  keywords?: string[];
  near?: string;
}

/** What filters individuals. */
export interface IndividualFilters {
  name?: string;
  impactAreas?: string[];
  skills?: string[];
  address?: string;
  onlyFollowers?: true;
  onlyInteractedWithPosts?: true;
  onlyLookingForVolunteering?: true;
  onlyLookingForProject?: true;
  onlyLookingForMembership?: true;
  near?: string;
}

/** What filters posts. */
export interface PostFilters {
  title?: string;
  impactAreas?: string[];
  postTypes?: PostType[];
  /** Days of the reader's calendar, `YYYY-MM-DD`. */
  startDate?: string;
  endDate?: string;
  fullAddress?: string;
  keyword?: string;
  topNeed?: true;
  near?: string;
}

export type PostSearchAddress = PostFilters & PlaceInPages & { view?: 'map' };
export type OrganizationSearchAddress = OrganizationFilters & PlaceInPages & { view?: 'map' };
export type IndividualSearchAddress = IndividualFilters & PlaceInPages;

/** What narrows a search by name. */
export interface NameSearchAddress {
  near?: string;
}

/** Which names an address may hold, and of what kind each is. */
type Kinds = Record<string, 'text' | 'list' | 'switch' | 'day' | 'types' | 'near'>;

const organizationKinds: Kinds = {
  name: 'text',
  impactAreas: 'list',
  organizationTypes: 'list',
  serviceAreas: 'list',
  address: 'text',
  keyword: 'text',
  keywords: 'list',
  near: 'near',
};
const individualKinds: Kinds = {
  name: 'text',
  impactAreas: 'list',
  skills: 'list',
  address: 'text',
  onlyFollowers: 'switch',
  onlyInteractedWithPosts: 'switch',
  onlyLookingForVolunteering: 'switch',
  onlyLookingForProject: 'switch',
  onlyLookingForMembership: 'switch',
  near: 'near',
};

const postKinds: Kinds = {
  title: 'text',
  impactAreas: 'list',
  postTypes: 'types',
  startDate: 'day',
  endDate: 'day',
  fullAddress: 'text',
  keyword: 'text',
  topNeed: 'switch',
  near: 'near',
};

// The router reads what looks like a number as one.
const textIn = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim();

const readers = {
  text: textIn,
  list: (value: unknown) => {
    const texts = Array.isArray(value) ? value.map(textIn).filter(Boolean) : [];
    return texts.length > 0 && texts;
  },
  switch: (value: unknown) => value === true,
  day: (value: unknown) => typeof value === 'string' && isDay(value) && value,
  types: (value: unknown) => {
    const types = Array.isArray(value) ? postTypes.filter((type) => value.includes(type)) : [];
    return types.length > 0 && types;
  },
  near: (value: unknown) => typeof value === 'string' && parseNear(value) !== undefined && value,
};

/** Whether a text is a day that there is, as `YYYY-MM-DD`. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** What of an address is meant; all else in it is nothing. */
function read(said: Record<string, unknown>, kinds: Kinds): object {
  const filters = Object.entries(kinds).map(([name, kind]) => [name, readers[kind](said[name])]);
  return { ...Object.fromEntries(filters.filter(([, value]) => value)), ...readPlace(said) };
}

export const readOrganizationSearch = (said: Record<string, unknown>): OrganizationSearchAddress => ({
  ...read(said, organizationKinds),
  ...(said['view'] === 'map' && { view: 'map' }),
});

export const readIndividualSearch = (said: Record<string, unknown>): IndividualSearchAddress =>
  read(said, individualKinds);

export const readNameSearch = (said: Record<string, unknown>): NameSearchAddress => {
  const near = readers.near(said['near']);
  return near ? { near } : {};
};

export const readPostSearch = (said: Record<string, unknown>): PostSearchAddress => ({
  ...read(said, postKinds),
  ...(said['view'] === 'map' && { view: 'map' }),
});
