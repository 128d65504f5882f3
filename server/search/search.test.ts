import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { wordsOf } from '../name-words.ts';
import { mostCounted, pageSize } from '../pages.schema.ts';
import { setUpWorld } from '../testing/cast.ts';
import { runsOf } from '../testing/database.ts';
import type { Person } from '../testing/world.ts';
import type { IndividualFilter, OrganizationFilter } from './search.schema.ts';
import { canBeMeant } from './spelling.ts';

/** Chosen once, by a seed, so that a failure can be looked into. */
const random = (() => {
  let state = 7;
  return (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
})();
function pick<T>(from: readonly T[]): T {
  const [first] = from.slice(random(from.length));
  if (first === undefined) throw new Error('There is nothing to pick from.');
  return first;
}
const some = <T>(from: readonly T[]): T[] => from.filter(() => random(3) === 0);

const names = ['Maria', 'Mario', 'Anna', 'Annabel', 'Zoë', 'Jöhn', 'Philip', 'Philippa', 'Kitchen', 'Quartz'];
const areas = ['animals', 'hunger', 'youth'];
const skills = ['cooking', 'driving', 'sewing'];
const types = ['food-bank', 'shelter'];
const places = [
  { city: 'Philadelphia', state: 'PA', country: 'US' },
  { city: 'Toronto', state: 'ON', country: 'CA' },
  { city: 'Perth', state: 'WA', country: 'AU' },
  {},
];
const served = ['Philadelphia, PA', 'Toronto, ON', '19104 Philadelphia, PA'];
const keywords = ['Soup', 'Élan', 'Night shelter'];
/** What the codes of the places above stand for. */
const codeNames: Record<string, string> = {
  PA: 'Pennsylvania',
  ON: 'Ontario',
  WA: 'Western Australia',
  US: 'United States',
  CA: 'Canada',
  AU: 'Australia',
};

/** A user of the crowd, with all that filters look at. */
interface Member {
  person: Person;
  name: string;
  areas: string[];
  address: { city?: string; state?: string; country?: string };
  skills: string[];
  types: string[];
  served: string[];
  keywords: string[];
  mission: string;
  follows: boolean;
  interacted: boolean;
  lookingFor: { volunteering: boolean; project: boolean; membership: boolean };
  /** May be found by the organization that searches, a stranger to all. */
  isFound: boolean;
}

const world = setUpWorld();
let carol: Person;
let alice: Person;
const individuals: Member[] = [];
const organizations: Member[] = [];

beforeAll(async () => {
  const { db } = world;
  const named = (ids: string[]) => ids.map((id) => ({ id, name: id }));
  await db.insertInto('impact_areas').values(named(areas)).execute();
  await db.insertInto('skills').values(named(skills)).execute();
  await db.insertInto('organization_types').values(named(types)).execute();
  carol = await world.organization('carol');
  alice = await world.individual('alice', { is_user_searchable: false });
  const post = await world.as(carol).posts.create({
    postType: 'general',
    title: 'We have moved',
    description: '',
    isActive: true,
  });
  for (let index = 0; index < 130; index++) {
    const isOrganization = index % 2 === 0;
    const privacy = isOrganization ? 0 : random(8);
    const member: Omit<Member, 'person'> = {
      name: `${pick(names)} ${pick(names)}`,
      areas: some(areas),
      address: pick(places),
      skills: some(skills),
      types: some(types),
      served: some(served),
      keywords: some(keywords),
      mission: pick(['Warm meals for all', 'A bed for everybody', '']),
      follows: random(3) === 0,
      interacted: random(3) === 0,
      lookingFor: { volunteering: random(2) === 0, project: random(2) === 0, membership: random(2) === 0 },
      isFound: privacy > 2 || isOrganization,
    };
    const [first = '', last = ''] = member.name.split(' ');
    const address = JSON.stringify(member.address);
    const person = isOrganization
      ? await world.organization('dan', {
          name: member.name,
          address,
          mission: member.mission,
          keywords: member.keywords,
          service_areas: member.served,
        })
      : await world.individual('dan', {
          first_name: first,
          last_name: last,
          address,
          looking_for_volunteering_opportunity: member.lookingFor.volunteering,
          looking_for_project: member.lookingFor.project,
          looking_for_membership: member.lookingFor.membership,
          is_user_searchable: privacy !== 0,
          show_on_search: privacy === 1 ? 'never' : privacy === 2 ? 'friends-of-friends' : 'always',
          // Those are found, but not by what they do.
          show_activity: privacy === 3 ? 'no-one' : 'Public',
        });
    const user_id = person._id;
    const choose = async (table: 'user_impact_areas', column: 'impact_area_id', ids: string[]) => {
      if (ids.length > 0)
        await db
          .insertInto(table)
          .values(ids.map((id) => ({ user_id, [column]: id }) as never))
          .execute();
    };
    await choose('user_impact_areas', 'impact_area_id', member.areas);
    if (isOrganization)
      await choose('user_organization_types' as never, 'organization_type_id' as never, member.types);
    else await choose('user_skills' as never, 'skill_id' as never, member.skills);
    if (member.follows && !isOrganization)
      await world.as(person).follows.follow({ followerId: user_id, followingId: carol._id });
    if (member.interacted && !isOrganization) {
      await world.as(person).posts.like({ id: post._id });
      if (privacy === 3) member.interacted = false;
    }
    (isOrganization ? organizations : individuals).push({ ...member, person });
  }
}, 120_000);

/** Walks over all pages by their links. */
async function walk(filters: object, as: Person, path = '/api/users/') {
  const ids: string[] = [];
  let next: { page: number; cursor: string | null } | undefined = { page: 1, cursor: null };
  let total = 0;
  while (next) {
    const query = new URLSearchParams({ filters: JSON.stringify(filters), page: String(next.page) });
    if (next.cursor !== null) query.set('cursor', next.cursor);
    const { data, status, message } = await world.request(`${path}?${query}`, { as });
    expect(status, message).toBe(200);
    expect(data.page).toBe(next.page);
    expect(data.pages.length).toBeLessThanOrEqual(5);
    expect(data.isTotalExact).toBe(true);
    total = data.total;
    ids.push(...data.items.map(({ _id }: { _id: string }) => _id));
    const following: { page: number; cursor: string | null } | undefined = data.pages.find(
      ({ page }: { page: number }) => page === data.page + 1,
    );
    if (following) expect(data.items).toHaveLength(pageSize);
    next = following;
  }
  expect(ids).toHaveLength(total);
  return ids;
}

const everyWord = [...new Set([...names, 'Carol', 'Alice', 'Example'].flatMap(wordsOf))];
const begins = (entered: string | undefined, text: string) =>
  wordsOf(entered ?? '').every((word) => wordsOf(text).some((known) => known.startsWith(word)));
const fitsName = (entered: string | undefined, name: string) =>
  wordsOf(entered ?? '').every((word) => {
    const meant = everyWord.filter((known) => canBeMeant(word, known));
    return wordsOf(name).some((known) => known.startsWith(word) || meant.includes(known));
  });
const any = (wanted: readonly string[] | undefined, has: readonly string[]) =>
  !wanted?.length || wanted.some((one) => has.includes(one));
const placeText = ({ city = '', state = '', country = '' }: Member['address']) =>
  [city, state, codeNames[state] ?? '', country, codeNames[country] ?? ''].join(' ');
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const letsThroughOrganization = (filter: OrganizationFilter, member: Member) =>
  fitsName(filter.name, member.name) &&
  any(filter.impactAreas, member.areas) &&
  any(filter.organizationTypes, member.types) &&
  any(filter.serviceAreas, member.served) &&
  begins(filter.address, placeText(member.address)) &&
  begins(filter.keyword, [member.name, member.mission, ...member.keywords].join(' ')) &&
  any(filter.keywords?.map(folded), member.keywords.map(folded));

const letsThroughIndividual = (filter: IndividualFilter, member: Member) =>
  fitsName(filter.name, member.name) &&
  any(filter.impactAreas, member.areas) &&
  any(filter.skills, member.skills) &&
  begins(filter.address, placeText(member.address)) &&
  (!filter.onlyFollowers || member.follows) &&
  (!filter.onlyInteractedWithPosts || member.interacted) &&
  (!filter.onlyLookingForVolunteering || member.lookingFor.volunteering) &&
  (!filter.onlyLookingForProject || member.lookingFor.project) &&
  (!filter.onlyLookingForMembership || member.lookingFor.membership);

/** Whom a search should find: the newest accounts first. */
const expected = (members: readonly Member[], fits: (member: Member) => boolean) =>
  members
    .filter((member) => member.isFound && fits(member))
    .map(({ person }) => person._id)
    .reverse();

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
const anyName = optional(
  fc.constantFrom('mari', 'Anna', 'zoe', 'jonh', 'phillip', 'kicthen qua', '', '%', "'"),
);
const anyAddress = optional(
  fc.constantFrom('phila', 'Penn', 'toronto canada', 'WA', 'australia wes', 'paris', ','),
);
const anyAreas = optional(fc.subarray(areas));

describe('filters find what each of them describes', () => {
  test('of organizations', async () => {
    const carolAsMember: Member = {
      person: carol,
      name: carol.name,
      areas: [],
      address: {},
      skills: [],
      types: [],
      served: [],
      keywords: [],
      mission: '',
      follows: false,
      interacted: false,
      lookingFor: { volunteering: true, project: true, membership: true },
      isFound: true,
    };
    const filter = fc.record({
      userType: fc.constant('organization' as const),
      name: anyName,
      impactAreas: anyAreas,
      organizationTypes: optional(fc.subarray(types)),
      serviceAreas: optional(fc.subarray([...served, 'The moon'])),
      address: anyAddress,
      keyword: optional(fc.constantFrom('sou', 'warm mea', 'élan', 'nobody', '&')),
      keywords: optional(fc.subarray(['soup', 'ÉLAN', 'night'])),
    });
    const all = [...organizations, carolAsMember];
    await fc.assert(
      fc.asyncProperty(filter, async (filters) => {
        const found = await walk(filters, alice);
        expect(found.toSorted()).toEqual(
          expected(all, (member) => letsThroughOrganization(filters, member)).toSorted(),
        );
      }),
      { numRuns: runsOf(60) },
    );
  });

  test('of individuals', async () => {
    const filter = fc.record({
      userType: fc.constant('individual' as const),
      name: anyName,
      impactAreas: anyAreas,
      skills: optional(fc.subarray(skills)),
      address: anyAddress,
      onlyFollowers: optional(fc.boolean()),
      onlyInteractedWithPosts: optional(fc.boolean()),
      onlyLookingForVolunteering: optional(fc.boolean()),
      onlyLookingForProject: optional(fc.boolean()),
      onlyLookingForMembership: optional(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(filter, async (filters) => {
        const wanted = expected(individuals, (member) => letsThroughIndividual(filters, member));
        expect(await walk(filters, carol, '/api/users/individual')).toEqual(wanted);
      }),
      { numRuns: runsOf(60) },
    );
  });
});

describe('pages', () => {
  const everybody = { userType: 'organization' };

  test('are walked over in order, each organization once, from the newest', async () => {
    const ids = await walk(everybody, alice);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...expected(organizations, () => true), carol._id]);
  });

  test('link to the five around, forth and back, and the first begins with the newest', async () => {
    const first = await world.visitor.search.organizations({});
    expect(first).toMatchObject({ page: 1, total: 66, isTotalExact: true });
    expect(first.pages.map(({ page }) => page)).toEqual([1, 2, 3]);
    const last = await world.visitor.search.organizations(first.pages[2] ?? {});
    expect(last.items).toHaveLength(6);
    expect(last.pages).toEqual(first.pages);
    expect(await world.visitor.search.organizations(last.pages[0] ?? {})).toEqual(first);
  });

  test('do not shift where a user joins meanwhile', async () => {
    const before = await world.visitor.search.organizations({});
    const second = before.pages[1];
    const latest = await world.organization('eve');
    const after = await world.visitor.search.organizations(second ?? {});
    expect(after.items.map(({ _id }) => _id)).not.toContain(before.items.at(-1)?._id);
    expect(after.total).toBe(before.total + 1);
    expect((await world.visitor.search.organizations({})).items[0]?._id).toBe(latest._id);
    await world.db.deleteFrom('users').where('id', '=', latest._id).execute();
  });

  test('are five links in the middle of many', async () => {
    const { db } = world;
    const crowd = await Promise.all(Array.from({ length: 250 }, (_, n) => world.organization(`Crowd ${n}`)));
    let at = await world.visitor.search.organizations({ filters: { name: 'crowd' } });
    expect(at).toMatchObject({ total: mostCounted, isTotalExact: false });
    const visited: number[][] = [];
    for (;;) {
      visited.push(at.pages.map(({ page }) => page));
      const next = at.pages.find(({ page }) => page === at.page + 1);
      if (!next) break;
      at = await world.visitor.search.organizations({
        filters: { name: 'crowd' },
        ...next,
      });
    }
    expect(visited).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [2, 3, 4, 5, 6],
      [3, 4, 5, 6, 7],
      [4, 5, 6, 7, 8],
      [5, 6, 7, 8, 9],
      [5, 6, 7, 8, 9],
      [5, 6, 7, 8, 9],
    ]);
    await db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        crowd.map(({ _id }) => _id),
      )
      .execute();
  });

  test('count up to five pages, and report more', async () => {
    await world.db.transaction().execute(async (trx) => {
      const ids = Array.from({ length: mostCounted + 1 }, () => crypto.randomUUID());
      const row = { user_type: 'organization' as const, password_hash: '', created_at: new Date() };
      await trx
        .insertInto('users')
        .values(ids.map((id) => ({ ...row, id, email: `${id}@example.org` })))
        .execute();
      await trx
        .insertInto('organizations')
        .values(ids.map((user_id) => ({ user_id, name: 'Legion', address: '{}' })))
        .execute();
    });
    const found = await world.visitor.search.organizations({
      filters: { name: 'legion' },
    });
    expect(found).toMatchObject({ total: mostCounted, isTotalExact: false });
    await world.db
      .deleteFrom('users')
      .where('id', 'in', world.db.selectFrom('organizations').select('user_id').where('name', '=', 'Legion'))
      .execute();
  });
});

describe('privacy', () => {
  const find = async (as: Person) => walk({ userType: 'individual', name: 'Hush' }, as);

  test('keeps people out of results, totals and pages; friends of friends find who wants that', async () => {
    await world.individual('Hush', { is_user_searchable: false });
    await world.individual('Hush', { show_on_search: 'never' });
    const shy = await world.individual('Hush', { show_on_search: 'friends-of-friends' });
    await world.admin('Hush');
    const bob = await world.individual('bob');
    const eve = await world.individual('eve');
    expect(await find(bob)).toEqual([]);
    await world.befriend(eve, shy);
    expect(await find(bob)).toEqual([]);
    await world.befriend(bob, eve);
    expect(await find(bob)).toEqual([shy._id]);
    expect(await find(eve)).toEqual([shy._id]);
  });

  test('does not let an address reveal more than others see of it', async () => {
    const address = {
      street1: '1 Hiddenlane',
      city: 'Springfield',
      code: '19104',
      state: 'PA',
      country: 'US',
    };
    const eve = await world.individual('eve', { address: JSON.stringify(address) });
    const at = (words: string) => walk({ userType: 'individual', address: words }, carol);
    expect(await at('springfield penns')).toEqual([eve._id]);
    expect(await at('hiddenlane')).toEqual([]);
    expect(await at('19104')).toEqual([]);
    const { data } = await world.request(
      `/api/users/individual?filters=${encodeURIComponent('{"address":"springfield"}')}`,
      { as: carol },
    );
    expect(JSON.stringify(data)).not.toMatch(/hiddenlane|19104|gender|races|dateOfBirth|kids/i);
    const kitchen = await world.organization('dan', { address: JSON.stringify(address) });
    expect(await walk({ address: 'hiddenlane 19104' }, carol)).toEqual([kitchen._id]);
  });

  test('of individuals is for organizations, and of everybody for those signed in', async () => {
    expect(await world.request('/api/users/individual', { as: alice })).toMatchObject({ status: 403 });
    expect(await world.request('/api/users/')).toMatchObject({ status: 401 });
    expect(await world.request('/api/users/?filters={"kids":"2"}', { as: carol })).toMatchObject({
      status: 400,
    });
  });
});

test('points are those of organizations that have a place', async () => {
  const placed = await world.organization('Placed', {
    address: JSON.stringify({ city: 'Toronto', latitude: 43.65, longitude: -79.38 }),
  });
  await world.organization('Placed');
  expect(await world.visitor.search.organizationPoints({ filters: { name: 'placed' } })).toEqual({
    around: null,
    isComplete: true,
    points: [
      {
        _id: placed._id,
        name: 'Placed',
        profilePicture: null,
        latitude: 43.65,
        longitude: -79.38,
        city: 'Toronto',
      },
    ],
  });
});

test('a page costs the same number of statements for one and for thirty', async () => {
  const page = (name: string) => world.visitor.search.organizations({ filters: { name } });
  const forOne = await world.countQueries(() => page('carol'));
  // Counting is what a longer list needs besides.
  expect(await world.countQueries(() => page('maria'))).toBeLessThanOrEqual(forOne + 1);
});
