import { beforeAll, describe, expect, test } from 'vitest';
import { searchVisibilities } from '#db/tables/profiles.ts';
import { setUpWorld } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld();

const leeds = { latitude: 53.8, longitude: -1.55 };

/** Names with words of which each begins another one. */
const names = ['Ann', 'Anna', 'Annabel', 'Mari', 'Maria'];
/** How far north of Leeds people live, in degrees, and the distance that is shown. */
const places = [
  { north: 0, shown: 10 },
  { north: 0.2, shown: 25 },
  { north: 0.4, shown: 50 },
  { north: 0.8, shown: 100 },
];
/** How many are found at most. */
const most = 20;

interface Member {
  id: string;
  name: string;
  north: number;
  shown: number;
  /** Those who may find them. */
  finders: Set<string>;
}

/** The oldest account first. */
const members: Member[] = [];
let viewers: Person[] = [];

beforeAll(async () => {
  const [friend, friendsFriend, stranger] = [
    await world.individual('Odd'),
    await world.individual('Even'),
    await world.individual('Other'),
  ];
  const between = await world.individual('Between');
  await world.befriend(friendsFriend, between);
  viewers = [friend, friendsFriend, stranger];
  let number = 0;
  for (let turn = 0; turn < 12; turn++)
    for (const visibility of searchVisibilities)
      for (const isSearchable of [true, turn % 3 === 0]) {
        number++;
        const [first = '', last = ''] = [names[number % 5], names[(number * 3 + turn) % 5]];
        const { north, shown } = places[(number * 7) % 4] ?? { north: 0, shown: 10 };
        const address = JSON.stringify({ latitude: leeds.latitude + north, longitude: leeds.longitude });
        const person = await world.individual(first, {
          last_name: last,
          is_user_searchable: isSearchable,
          show_on_search: visibility,
          address,
        });
        if (number % 2) await world.befriend(person, friend);
        if (number % 3) await world.befriend(between, person);
        const finders = !isSearchable
          ? []
          : visibility === 'always'
            ? viewers
            : visibility === 'friends-of-friends'
              ? [...(number % 2 ? [friend] : []), ...(number % 3 ? [friendsFriend] : [])]
              : [];
        members.push({
          id: person._id,
          name: `${first} ${last}`,
          north,
          shown,
          finders: new Set(finders.map(({ _id }) => _id)),
        });
      }
  // Administrators are found by nobody.
  const admin = await world.individual('Ann', { last_name: 'Ann' });
  await world.db.updateTable('users').set({ user_type: 'admin' }).where('id', '=', admin._id).execute();
}, 60_000);

const byName = (one: Member, other: Member) =>
  one.name === other.name ? (one.id < other.id ? -1 : 1) : one.name < other.name ? -1 : 1;

/** Looks at everybody: those with these very words first, then those with words that begin so. */
function expected(typed: string, viewer: Person, reach: number | undefined): Member[] {
  const words = typed.toLowerCase().split(' ');
  const fits = (member: Member, isFit: (known: string, word: string) => boolean) =>
    words.every((word) =>
      member.name
        .toLowerCase()
        .split(' ')
        .some((known) => isFit(known, word)),
    );
  const all = members.filter(
    ({ finders, shown }) => finders.has(viewer._id) && (reach === undefined || shown <= reach),
  );
  const found: Member[] = [];
  for (const isFit of [
    (known: string, word: string) => known === word,
    (known: string, word: string) => known.startsWith(word),
  ]) {
    const others = all.filter((member) => !found.includes(member) && fits(member, isFit));
    // The nearest where a place is named; the oldest accounts otherwise, and the youngest among those of one place.
    if (reach !== undefined)
      others.sort((one, other) => one.north - other.north || (one.id < other.id ? 1 : -1));
    found.push(...others.slice(0, most - found.length).sort(byName));
  }
  return reach === undefined ? found : found.toSorted((one, other) => one.shown - other.shown);
}

describe.each([
  { where: 'anywhere', kilometers: undefined },
  { where: 'within 25 km', kilometers: 25 },
  { where: 'within 100 km', kilometers: 100 },
])('people by name, $where', ({ kilometers }) => {
  test.each(['ann', 'anna', 'annabel', 'an', 'mari', 'maria', 'ann maria', 'mari ann', 'annabel m'])(
    'are those whom the viewer may find, in their order: %s',
    async (typed) => {
      for (const viewer of viewers) {
        const near = kilometers === undefined ? undefined : { ...leeds, kilometers };
        const { individuals } = await world.as(viewer).profiles.search({ name: typed, near });
        const wanted = expected(typed, viewer, kilometers);
        const isWanted = new Set(wanted.map(({ id }) => id));
        const shown = individuals.filter(({ _id }) => isWanted.has(_id));
        expect(shown.map((item) => [item._id, item.kilometers])).toEqual(
          wanted.map(({ id, shown }) => [id, kilometers === undefined ? undefined : shown]),
        );
        // Beside them are those who may have been meant.
        for (const { _id } of individuals)
          expect(members.find(({ id }) => id === _id)?.finders).toContain(viewer._id);
      }
    },
  );
});
