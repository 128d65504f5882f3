/** What the database of the mocked mode can begin with. */
export const seedNames = ['empty', 'demo', 'large', 'edge-cases'] as const;
export type SeedName = (typeof seedNames)[number];

export const usualSeed: SeedName = 'demo';

/** What each of them holds, in a line. */
export const seedContents: Record<SeedName, string> = {
  empty: 'Nobody and nothing yet: only places and lists to choose from',
  demo: 'The demo community',
  large: 'The demo community, and 10,000 posts, 200 organizations and 2,000 people more',
  'edge-cases':
    'Longest and right-to-left names and texts, no pictures, hidden, blocked and deleted accounts',
};

/** Accounts to begin with, by handle; listed first. */
export const firstAccounts: Record<SeedName, readonly string[]> = {
  empty: [],
  demo: [],
  large: ['reader', 'quiet-reader', 'organization-1'],
  'edge-cases': ['robin', 'longest-organization'],
};

/** Returns the seed of this name; undefined where there is none. */
export const findSeedName = (text: string | null | undefined): SeedName | undefined =>
  seedNames.find((known) => known === text);

/** Reads a seed's name. Throws a RangeError with a sentence for the tester where there is no such seed. */
export function readSeedName(text: string): SeedName {
  const name = findSeedName(text);
  if (name === undefined) throw new RangeError(`"${text}" is not a seed: choose ${listOfNames}.`);
  return name;
}

const listOfNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(seedNames);
