import { type Contender, median, type RaceOptions, race, ratio } from './load.ts';
import type { Community } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** What each grows by, at most, where ten times as many people have ten times as many relations. */
const goal = { most: 1.5 };

/** Last names that several people have, also among few: where nobody has one, there is nothing to compare. */
const lastNames = ['rosobright', 'halyenba', 'kinyenpet', 'toryenba'];

/** What is asked for, as the path for some person and some turn. */
const questions: Record<string, (id: string, turn: number) => string> = {
  'name search: a common first name': (_, turn) => search(['mar', 'anna', 'philip', 'noor'], turn),
  'name search: a last name': (_, turn) => search(lastNames, turn),
  'name search: a mistake': (_, turn) => search(['rosobrihgt', 'haylenba', 'kinyenpte', 'phillipa'], turn),
  'organizations, the first page': () => call('search.organizations', {}),
  'organizations by name': (_, turn) =>
    call('search.organizations', { filters: { name: ['kitchen', 'harbour', 'meadow'][turn % 3] } }),
  'organizations by cause, type and address': () =>
    call('search.organizations', {
      filters: { impactAreas: ['animal-welfare'], organizationTypes: ['food-bank'], address: 'Philadelphia' },
    }),
  'individuals, the first page': () => call('search.individuals', {}),
  'individuals by skill who look for a project': () =>
    call('search.individuals', { filters: { skills: ['cooking'], onlyLookingForProject: true } }),
  'individuals who follow': () => call('search.individuals', { filters: { onlyFollowers: true } }),
  followers: (id) => call('follows.followers', { id }),
  followings: (id) => call('follows.followings', { id }),
  endorsers: (id) => call('endorsements.endorsers', { id }),
  endorsees: (id) => call('endorsements.endorsees', { id }),
  'memberships of an organization': (id) => call('memberships.list', { filters: { organizationId: id } }),
};

const call = (name: string, input: object) =>
  `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
const search = (names: readonly string[], turn: number) =>
  call('profiles.search', { name: names[turn % names.length] });

/** What searches and lists of relations cost among many people, by what they cost among few. */
export async function measureSearch(
  [few, many]: readonly [Community, Community],
  options: RaceOptions,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(questions)) {
    const rates = await race({ few: ask(few, path), many: ask(many, path) }, options);
    figures.push({
      what: `${what}, among ${many.people} people, by ${few.people}`,
      ratio: ratio(rates.few, rates.many),
      goal,
      measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} requests/s`,
      memory: await many.memory(),
    });
  }
  return figures;
}

/** Asks as organizations, each about itself; no two connections begin with the same one. */
function ask({ server, members }: Community, path: (id: string, turn: number) => string): Contender {
  const all = members.map(({ id, token }, turn) => ({
    path: path(id, turn),
    headers: { authorization: `Bearer ${token}` },
  }));
  return { url: server, requests: (n) => [...all.slice(n * 3), ...all.slice(0, n * 3)] };
}
