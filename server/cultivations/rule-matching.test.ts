import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import type { Audience, SearchVisibility } from '#db/tables/profiles.ts';
import { type membershipStatuses, membershipTypes } from '#db/tables/relations.ts';
import { earthRadiusKilometers } from '../earth.schema.ts';
import { setUpWorld } from '../testing/cast.ts';
import { runsOf } from '../testing/database.ts';
import { addLookups } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';
import { keepListsUp } from './keep-up.ts';
import { type Condition, isNarrow, reactionTypes, ruleLimits, rules } from './rules.schema.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const dayMs = 24 * 3_600_000;
const thisMonth = 12 * 2026 + 10;
const lookups = { skills: ['cooking', 'driving'], causes: ['animals', 'education', 'hunger'] };

const world = setUpWorld();
let carol: Person;
let posts: string[];
let people: Person[];
beforeAll(async () => {
  world.ports.clock.set(now);
  await addLookups(world);
  carol = await world.organization('carol');
  const publish = async (as: Person) =>
    (await world.as(as).posts.create({ postType: 'general', title: 'Soup night', isActive: true }))._id;
  posts = [await publish(carol), await publish(carol), await publish(await world.organization('dan'))];
  people = [];
  for (const name of ['alice', 'bob', 'eve', 'mallory']) people.push(await world.individual(name));
});

/** Degrees by which places differ that rules with the smallest and with a larger circle tell apart. */
const places = [
  { latitude: 53.8, longitude: -1.5 },
  { latitude: 53.9, longitude: -1.3 },
  { latitude: 54.6, longitude: -1.2 },
  { latitude: -17.3, longitude: 179.9 },
  { latitude: -17.3, longitude: -179.8 },
];
const daysAgo = fc.constantFrom(0.5, 3, 10, 40, 200);

/** Nine times of ten the first: who is hidden matches nothing, and shows nothing of what rules mean. */
const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

/** What the network knows of a person, as far as rules look at it. */
const facts = fc.record({
  isNamed: mostly(true, false),
  isSearchable: mostly(true, false),
  showOnSearch: mostly<SearchVisibility>('always', 'never', 'friends-of-friends'),
  showActivity: mostly<Audience>('Public', 'friends', 'friends-of-friends', 'no-one'),
  block: mostly<'by' | 'of' | null>(null, 'by', 'of'),
  follows: fc.boolean(),
  endorses: fc.boolean(),
  isInvited: fc.boolean(),
  memberships: fc.uniqueArray(
    fc.record({
      membership_type: fc.constantFrom(...membershipTypes),
      status: mostly<(typeof membershipStatuses)[number]>('accepted', 'pending', 'rejected'),
      start_month: fc.constantFrom(thisMonth - 20, thisMonth, thisMonth + 1),
      end_month: fc.constantFrom(null, thisMonth - 1, thisMonth, thisMonth + 2),
    }),
    { selector: (one) => one.membership_type, maxLength: 2 },
  ),
  place: fc.option(fc.constantFrom(...places)),
  skills: fc.subarray(lookups.skills),
  causes: fc.subarray(lookups.causes),
  reactions: fc.uniqueArray(
    fc.record({
      post: fc.nat(2),
      liked: fc.option(daysAgo),
      interested: fc.option(daysAgo),
      going: fc.option(daysAgo),
    }),
    { selector: ({ post }) => post, maxLength: 3 },
  ),
});
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

const days = fc.constantFrom(1, 7, 30, 90);
const holds = fc.boolean();
const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    about: fc.constant('reactions' as const),
    what: fc.subarray([...reactionTypes], { minLength: 1 }),
    times: fc.integer({ min: 1, max: 4 }),
    days,
  }),
  fc.record({ about: fc.constant('silence' as const), days }),
  fc.record({ about: fc.constantFrom('follows' as const, 'endorses' as const, 'invited' as const), holds }),
  fc.record(
    {
      about: fc.constant('membership' as const),
      holds,
      types: fc.subarray([...membershipTypes], { minLength: 1 }),
    },
    { requiredKeys: ['about', 'holds'] },
  ),
  fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(10, 25, 200))
    .map(([place, kilometers]) => ({ about: 'place' as const, label: 'There', ...place, kilometers })),
  fc.record({ about: fc.constant('skills' as const), ids: fc.subarray(lookups.skills, { minLength: 1 }) }),
  fc.record({ about: fc.constant('causes' as const), ids: fc.subarray(lookups.causes, { minLength: 1 }) }),
);
const ruleSets = fc
  .array(conditions, { minLength: 1, maxLength: 2 })
  .filter((all) => all.some(isNarrow))
  .map((all) => rules.parse({ all }));

/** What rules mean, in plain words of TypeScript. */
function matches(all: readonly Condition[], person: Facts): boolean {
  const isFound = person.isNamed && person.isSearchable && person.showOnSearch === 'always';
  return isFound && person.block === null && all.every((one) => meets(one, person));
}

function meets(one: Condition, person: Facts): boolean {
  const isSeen = person.showActivity === 'Public';
  const countSince = (within: number, what: readonly (typeof reactionTypes)[number][]) =>
    person.reactions
      .filter(({ post }) => post < 2)
      .flatMap((reaction) => what.map((type) => reaction[type]))
      .filter((ago) => ago !== null && ago < within).length;
  switch (one.about) {
    case 'reactions':
      return isSeen && countSince(one.days, one.what) >= one.times;
    case 'silence':
      return isSeen && countSince(one.days, reactionTypes) === 0;
    case 'follows':
      return person.follows === one.holds;
    case 'endorses':
      return person.endorses === one.holds;
    case 'invited':
      return person.isInvited === one.holds;
    case 'membership':
      return (
        one.holds ===
        person.memberships.some(
          (membership) =>
            membership.status === 'accepted' &&
            membership.start_month <= thisMonth &&
            (membership.end_month === null || membership.end_month >= thisMonth) &&
            (!one.types || one.types.includes(membership.membership_type)),
        )
      );
    case 'place':
      return person.place !== null && kilometersBetween(person.place, one) <= one.kilometers;
    case 'skills':
      return person.skills.some((skill) => one.ids.includes(skill));
    case 'causes':
      return person.causes.some((cause) => one.ids.includes(cause));
  }
}

type Point = { latitude: number; longitude: number };

/** By the spherical law of cosines. */
function kilometersBetween(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [radians(one.latitude), radians(other.latitude)];
  const cosine =
    Math.sin(a) * Math.sin(b) +
    Math.cos(a) * Math.cos(b) * Math.cos(radians(one.longitude - other.longitude));
  return earthRadiusKilometers * Math.acos(Math.min(1, cosine));
}

/** Makes everything so that exactly these facts hold. What is so already is not written. */
async function establish(all: readonly Facts[]): Promise<void> {
  for (const [index, person] of all.entries()) {
    const id = people[index]?._id ?? '';
    await world.db
      .updateTable('individuals')
      .set({
        first_name: person.isNamed ? 'Alice' : '',
        is_user_searchable: person.isSearchable,
        show_on_search: person.showOnSearch,
        show_activity: person.showActivity,
        // A little aside: rules look at rounded places.
        address: JSON.stringify(
          person.place
            ? { latitude: person.place.latitude + 0.03, longitude: person.place.longitude - 0.02 }
            : {},
        ),
      })
      .where('user_id', '=', id)
      .execute();
    await establishPairs(id, person);
    await establishReactions(id, person);
    await establishChoices('user_skills', 'skill_id', id, person.skills);
    await establishChoices('user_impact_areas', 'impact_area_id', id, person.causes);
  }
}

async function establishPairs(id: string, person: Facts): Promise<void> {
  const created_at = now;
  const { db } = world;
  await db.deleteFrom('follows').where('follower_id', '=', id).execute();
  await db.deleteFrom('endorsements').where('endorser_id', '=', id).execute();
  await db.deleteFrom('memberships').where('individual_id', '=', id).execute();
  await db.deleteFrom('follow_invitations').where('invitee_id', '=', id).execute();
  await db
    .deleteFrom('blocks')
    .where((eb) => eb.or([eb('user_id', '=', id), eb('blocked_user_id', '=', id)]))
    .execute();
  if (person.follows)
    await db
      .insertInto('follows')
      .values({ id: uuid(), follower_id: id, following_id: carol._id, created_at })
      .execute();
  if (person.endorses)
    await db
      .insertInto('endorsements')
      .values({ id: uuid(), endorser_id: id, endorsee_id: carol._id, created_at })
      .execute();
  for (const membership of person.memberships)
    await db
      .insertInto('memberships')
      .values({
        id: uuid(),
        individual_id: id,
        organization_id: carol._id,
        requested_by: 'individual',
        created_at,
        ...membership,
        end_month:
          membership.end_month !== null && membership.end_month > membership.start_month
            ? membership.end_month
            : null,
      })
      .execute();
  if (person.isInvited) {
    const batch_id = uuid();
    await db
      .insertInto('follow_invitation_batches')
      .values({
        id: batch_id,
        organization_id: carol._id,
        message: 'Come',
        created_at,
        total: 1,
        cost: 0,
        after: null,
      })
      .execute();
    await db
      .insertInto('follow_invitations')
      .values({ organization_id: carol._id, invitee_id: id, batch_id, created_at })
      .execute();
  }
  if (person.block !== null) {
    const [user_id, blocked_user_id] = person.block === 'by' ? [carol._id, id] : [id, carol._id];
    await db.insertInto('blocks').values({ user_id, blocked_user_id, created_at }).execute();
  }
}

async function establishReactions(id: string, person: Facts): Promise<void> {
  const at = (ago: number | null | undefined) => (ago == null ? null : new Date(now.getTime() - ago * dayMs));
  for (const [index, post_id] of posts.entries()) {
    const reaction = person.reactions.find(({ post }) => post === index);
    const times = {
      liked_at: at(reaction?.liked),
      interested_at: at(reaction?.interested),
      going_at: at(reaction?.going),
    };
    await world.db
      .insertInto('post_interests')
      .values({ post_id, user_id: id, ...times })
      .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doUpdateSet(times))
      .execute();
  }
}

async function establishChoices(
  table: string,
  column: string,
  id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(world.db);
  await sql`
    insert into ${sql.table(table)} (user_id, ${sql.ref(column)})
    select ${id}::uuid, choice from unnest(${ids}::text[]) as choice`.execute(world.db);
}

/** What memberships are where an end before their start is left out. */
const asStored = (person: Facts): Facts => ({
  ...person,
  memberships: person.memberships.map((membership) => ({
    ...membership,
    end_month:
      membership.end_month !== null && membership.end_month > membership.start_month
        ? membership.end_month
        : null,
  })),
});

/** Whether each of the people is on the list. */
async function onList(id: string): Promise<boolean[]> {
  const { users } = await world.as(carol).cultivations.byId({ id });
  return people.map(({ _id }) => users.some((user) => user._id === _id));
}

const groups = fc.array(facts.map(asStored), { minLength: 4, maxLength: 4 });

test('a list has those who match its rules, as it is made and after anything happened', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ruleSets, { minLength: 6, maxLength: 6 }),
      groups,
      groups,
      async (sets, before, after) => {
        await establish(before);
        const lists: { id: string; all: Condition[] }[] = [];
        for (const one of sets) {
          const { _id } = await world.as(carol).cultivations.create({ title: 'Regulars', rules: one });
          lists.push({ id: _id, all: one.all });
        }
        await world.ports.runJobs();
        for (const { id, all } of lists)
          expect(await onList(id), JSON.stringify(all)).toEqual(before.map((person) => matches(all, person)));
        await establish(after);
        await keepListsUp(world.deps);
        for (const { id, all } of lists) {
          const expected = after.map((person) => matches(all, person));
          expect(await onList(id), JSON.stringify(all)).toEqual(expected);
          const { count } = await world.as(carol).cultivations.countRules({ rules: { all } });
          expect(count).toBe(expected.filter(Boolean).length);
          await world.as(carol).cultivations.remove({ id });
        }
      },
    ),
    { numRuns: runsOf(15) },
  );
}, 120_000);

test('rules that leave out almost nobody, or too much, are rejected', async () => {
  const count = (all: object[]) =>
    world.request('/api/cultivations/rules/count', { method: 'POST', as: carol, body: { rules: { all } } });
  const reaction = { about: 'reactions', what: ['liked'], times: 1, days: 30 };
  const place = { about: 'place', label: 'Leeds', latitude: 53.8, longitude: -1.5, kilometers: 25 };
  for (const all of [
    [],
    [{ about: 'follows', holds: false }],
    [{ about: 'silence', days: 30 }],
    [{ ...reaction, what: [] }],
    [{ ...reaction, times: 0 }],
    [{ ...reaction, days: ruleLimits.days + 1 }],
    [{ ...place, kilometers: 5 }],
    [{ ...place, latitude: 91 }],
    [{ about: 'skills', ids: [] }],
    [{ about: 'gender', is: 'female' }],
    Array.from({ length: ruleLimits.reactionConditions + 1 }, () => reaction),
    Array.from({ length: ruleLimits.conditions + 1 }, () => ({ about: 'follows', holds: true })),
  ])
    expect(await count(all), JSON.stringify(all)).toMatchObject({ status: 400 });
  expect(await count([reaction, place, { about: 'follows', holds: false }])).toMatchObject({ status: 200 });
});
