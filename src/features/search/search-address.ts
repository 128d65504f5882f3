/** Where in the results, as the address says: page links put both there. */
export interface PlaceInResults {
  page?: number;
  cursor?: string;
}

/** What filters organizations, as the address says. Absent means all. */
export interface OrganizationFilters {
  name?: string;
  impactAreas?: string[];
  organizationTypes?: string[];
  serviceAreas?: string[];
  address?: string;
  keyword?: string;
  keywords?: string[];
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
}

export type OrganizationSearchAddress = OrganizationFilters & PlaceInResults & { view?: 'map' };
export type IndividualSearchAddress = IndividualFilters & PlaceInResults;

/** Which names an address may hold, and of what kind each is. */
type Kinds = Record<string, 'text' | 'list' | 'switch'>;

const organizationKinds: Kinds = {
  name: 'text',
  impactAreas: 'list',
  organizationTypes: 'list',
  serviceAreas: 'list',
  address: 'text',
  keyword: 'text',
  keywords: 'list',
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
};

/** What of an address is meant; all else in it is nothing. */
function read(said: Record<string, unknown>, kinds: Kinds): object {
  const { page, cursor } = said;
  const isPlace = Number.isInteger(page) && /^[0-9a-f-]{36}$/.test(String(cursor));
  const filters = Object.entries(kinds).map(([name, kind]) => [name, readers[kind](said[name])]);
  return {
    ...Object.fromEntries(filters.filter(([, value]) => value)),
    ...(isPlace && { page, cursor }),
  };
}

export const readOrganizationSearch = (said: Record<string, unknown>): OrganizationSearchAddress => ({
  ...read(said, organizationKinds),
  ...(said['view'] === 'map' && { view: 'map' }),
});

export const readIndividualSearch = (said: Record<string, unknown>): IndividualSearchAddress =>
  read(said, individualKinds);
