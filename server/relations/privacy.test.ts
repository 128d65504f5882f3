import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SearchVisibility } from '#db/tables/profiles.ts';
import { setUpWorld } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld();

const people = 6;
const organizations = 2;

/** A pair of different members of a community, by their numbers: people first, then organizations. */
const pairAmong = (from: number, to: number) =>
  fc.tuple(fc.nat(from - 1), fc.nat(to - 1)).filter(([one, other]) => one !== other);
const pairs = (from: number, to: number) =>
  fc.uniqueArray(pairAmong(from, to), { selector: String, maxLength: 12 });

/** A few people with some privacy, a few organizations, and what there is between them. */
const communities = fc.record({
  privacy: fc.array(
    fc.record({
      is_user_searchable: fc.boolean(),
      show_on_search: fc.constantFrom<SearchVisibility>('always', 'never', 'friends-of-friends'),
    }),
    { minLength: people, maxLength: people },
  ),
  friends: fc.uniqueArray(pairAmong(people, people), {
    selector: ([one, other]) => [one, other].sort().join(),
    maxLength: 8,
  }),
  follows: pairs(people + organizations, people + organizations),
  endorsements: fc.uniqueArray(fc.tuple(fc.nat(people + organizations - 1), fc.nat(organizations - 1)), {
    selector: String,
    maxLength: 10,
  }),
  members: fc.uniqueArray(
    fc.record({
      person: fc.nat(people - 1),
      organization: fc.nat(organizations - 1),
      accepted: fc.boolean(),
    }),
    { selector: ({ person, organization }) => `${person} ${organization}`, maxLength: 8 },
  ),
});
type Community = typeof communities extends fc.Arbitrary<infer T> ? T : never;

/** Creates it; returns its members in their order. */
async function settle(community: Community): Promise<Person[]> {
  const members: Person[] = [];
  for (const [index, columns] of community.privacy.entries())
    members.push(await world.individual(`p${index}`, columns));
  for (let index = 0; index < organizations; index++) members.push(await world.organization(`o${index}`));
  const at = (index: number) => {
    const member = members[index];
    if (!member) throw new Error(`There is no member ${index}.`);
    return member;
  };
  for (const [one, other] of community.friends) await world.befriend(at(one), at(other));
  for (const [one, other] of community.follows)
    await world.as(at(one)).follows.follow({ followerId: at(one)._id, followingId: at(other)._id });
  for (const [one, other] of community.endorsements)
    if (one !== people + other)
      await world
        .as(at(one))
        .endorsements.endorse({ endorserId: at(one)._id, endorseeId: at(people + other)._id });
  for (const { person, organization, accepted } of community.members) {
    const [individual, its] = [at(person), at(people + organization)];
    const { _id: id } = await world.as(individual).memberships.create({
      individualId: individual._id,
      organizationId: its._id,
      membershipType: 'volunteer',
      startTime: { month: 0, year: 2020 },
    });
    if (accepted) await world.as(its).memberships.accept({ id });
  }
  return members;
}

/** Whether a viewer may come across a member, worked out from what privacy means. */
function mayFind({ privacy, friends }: Community, viewer: number | undefined, member: number): boolean {
  const own = privacy[member];
  if (!own) return true;
  const friendsOf = (one: number | undefined) =>
    new Set(friends.flatMap(([a, b]) => (a === one ? [b] : b === one ? [a] : [])));
  const theirs = friendsOf(member);
  const isNear =
    viewer !== undefined &&
    (theirs.has(viewer) || [...friendsOf(viewer)].some((friend) => theirs.has(friend)));
  return (
    own.is_user_searchable &&
    (own.show_on_search === 'always' || (own.show_on_search === 'friends-of-friends' && isNear))
  );
}

test('lists of people show everybody whom their reader may find, nobody else, and their owner all', async () => {
  await fc.assert(
    fc.asyncProperty(
      communities,
      fc.option(fc.nat(people + organizations - 1), { nil: undefined }),
      fc.nat(people + organizations - 1),
      async (community, viewer, owner) => {
        const members = await settle(community);
        const numberOf = new Map(members.map(({ _id }, index) => [_id, index]));
        const person = viewer === undefined ? undefined : members[viewer];
        const caller = person ? world.as(person) : world.visitor;
        const id = members[owner]?._id ?? '';
        const seen = (ids: readonly string[]) => ids.map((one) => numberOf.get(one)).sort();
        const expected = (all: readonly number[]) =>
          all.filter((member) => viewer === owner || mayFind(community, viewer, member)).sort();

        const { follows, endorsements, friends } = community;
        const endorsed = endorsements
          .map(([one, other]) => [one, people + other] as const)
          .filter(([one, other]) => one !== other);
        const lists = {
          followers: [
            (await caller.follows.followers({ id })).items.map((item) => item.followerId),
            follows.filter(([, other]) => other === owner).map(([one]) => one),
          ],
          followings: [
            (await caller.follows.followings({ id })).items.map((item) => item.followingId),
            follows.filter(([one]) => one === owner).map(([, other]) => other),
          ],
          endorsers: [
            (await caller.endorsements.endorsers({ id })).items.map((item) => item.endorserId),
            endorsed.filter(([, other]) => other === owner).map(([one]) => one),
          ],
          endorsees: [
            (await caller.endorsements.endorsees({ id })).items.map((item) => item.endorseeId),
            endorsed.filter(([one]) => one === owner).map(([, other]) => other),
          ],
          friends: [
            (await caller.friendships.friends({ id })).items.map((item) => item._id),
            friends.flatMap(([one, other]) => (one === owner ? [other] : other === owner ? [one] : [])),
          ],
        } as const;
        for (const [name, [ids, all]] of Object.entries(lists))
          expect(seen(ids), name).toEqual(expected(all));

        if (!person || viewer === undefined) return;
        const filters = owner < people ? { individualId: id } : { organizationId: id };
        const { items } = await world.as(person).memberships.list({ filters });
        const memberships = community.members.filter(({ person: member, organization }) => {
          const sides = [member, people + organization];
          return sides.includes(owner) && (sides.includes(viewer) || viewer === owner);
        });
        const others = community.members.filter(
          ({ person: member, organization, accepted }) =>
            [member, people + organization].includes(owner) && accepted && mayFind(community, viewer, member),
        );
        expect(items.map((item) => `${item.individualId} ${item.organizationId}`).sort()).toEqual(
          [...new Set([...memberships, ...others])]
            .map(
              ({ person: member, organization }) =>
                `${members[member]?._id} ${members[people + organization]?._id}`,
            )
            .sort(),
        );
      },
    ),
    { numRuns: 50 },
  );
}, 120_000);
