import fc from 'fast-check';
import type { Person, World } from './world.ts';

/** Something that one of a few people does to another one of them. People are numbers, which differ. */
export interface Act {
  kind: 'send' | 'read' | 'delete' | 'block' | 'unblock';
  by: number;
  with: number;
  /** How many of the newest messages are left unread. */
  back: number;
}

/** How many people there are: one has conversations with two others, who have one as well. */
export const actors = 3;

export const anyAct: fc.Arbitrary<Act> = fc
  .record({
    kind: fc.constantFrom<Act['kind'][]>(
      'send',
      'send',
      'send',
      'send',
      'read',
      'read',
      'delete',
      'block',
      'unblock',
    ),
    by: fc.nat(actors - 1),
    step: fc.integer({ min: 1, max: actors - 1 }),
    back: fc.nat(2),
  })
  .map(({ step, ...act }) => ({ ...act, with: (act.by + step) % actors }));

/** Creates as many individuals as act, who are friends: messages cost them nothing. */
export async function createActors(world: World): Promise<Person[]> {
  const people: Person[] = [];
  for (const name of ['alice', 'bob', 'carla']) {
    const person = await world.individual(name);
    for (const friend of people) await world.befriend(friend, person);
    people.push(person);
  }
  return people;
}

/** Does what is drawn. Resolves to whether it was possible: nobody reads what is not there or writes to who is blocked. */
export async function perform(
  world: World,
  people: readonly Person[],
  act: Act,
  text: string,
): Promise<boolean> {
  const [by, other] = [people[act.by], people[act.with]];
  if (!by || !other) throw new Error('There is nobody of this number.');
  const call = async (path: string, method: 'POST' | 'PUT' | 'DELETE', body?: object) => {
    const { status, message } = await world.request(`/api${path}`, { method, as: by, ...(body && { body }) });
    if (status !== 200 && status !== 404)
      throw new Error(`${method} ${path} was answered with ${status}: ${message}`);
    return status === 200;
  };
  const own = async () => {
    const { items } = await world.as(by).conversations.list({});
    return items.find(({ members }) => members[1]?._id === other._id);
  };
  switch (act.kind) {
    case 'send':
      return call('/conversations/message', 'POST', { receiverId: other._id, text });
    case 'block':
      return call('/conversation-block', 'POST', { userId: by._id, blockedUserId: other._id });
    case 'unblock':
      return call(`/conversation-block/userId/${by._id}/blocked-userId/${other._id}`, 'DELETE');
    case 'read': {
      const conversation = await own();
      const last = conversation?.lastMessageEntity?.message.seq ?? 0;
      return (
        conversation !== undefined &&
        call(`/conversations/${conversation._id}/read`, 'PUT', { upTo: Math.max(0, last - act.back) })
      );
    }
    case 'delete': {
      const conversation = await own();
      return conversation !== undefined && call(`/conversations/${conversation._id}`, 'DELETE');
    }
  }
}
