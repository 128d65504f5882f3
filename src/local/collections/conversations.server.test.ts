import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { describe, expect, inject, it, vi } from 'vitest';
import type { ConversationView } from '#server/conversations/conversations.schema.ts';
import { readEvents } from '#server/events/events.queries.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import type { Person } from '#server/testing/world.ts';
import { applyEvents } from '../engine/apply.ts';
import { takeSnapshot } from '../engine/snapshot.ts';
import type { LocalDatabase } from '../engine/types.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { reach } from '../testing/server-api.ts';
import { readConversations, unreadMessages } from './conversations.ts';
import { pullMessages } from './messages.ts';
import { readMessages, type ShownMessage } from './shown-messages.ts';

vi.mock('#src/app/api.ts', () => import('../testing/server-api.ts'));
vi.mock('#src/app/session.ts', () => ({ session: { userId: () => undefined } }));

const world = setUpWorld();

/** Something that one of three people does to another. */
interface Action {
  by: number;
  to: number;
  kind: 'send' | 'read' | 'remove' | 'block' | 'unblock';
  /** How much of the conversation is read. */
  part: number;
}

const action: fc.Arbitrary<Action> = fc
  .record({
    by: fc.nat(2),
    step: fc.constantFrom(1, 2),
    // As often as people do them.
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constant('send' as const) },
      { weight: 4, arbitrary: fc.constant('read' as const) },
      { weight: 2, arbitrary: fc.constantFrom('remove' as const, 'block' as const, 'unblock' as const) },
    ),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ by, step, ...rest }) => ({ by, to: (by + step) % 3, ...rest }));

/** What two people have of their conversation, as plainly as it can be written. */
class ModelOfTwo {
  messages: { from: number; text: string }[] = [];
  readonly cleared = new Map<number, number>();
  readonly read = new Map<number, number>();
  readonly blockers = new Set<number>();

  shownTo(person: number) {
    return this.messages.slice(this.cleared.get(person) ?? 0);
  }

  unreadOf(person: number): number {
    const from = Math.max(this.cleared.get(person) ?? 0, this.read.get(person) ?? 0);
    return this.messages.slice(from).filter((message) => message.from !== person).length;
  }

  apply({ by, kind, part }: Action, text: string): void {
    const shown = this.shownTo(by).length;
    if (kind === 'block') this.blockers.add(by);
    if (kind === 'unblock') this.blockers.delete(by);
    if (kind === 'send' && this.blockers.size === 0) this.messages.push({ from: by, text });
    if (kind === 'remove' && shown > 0) this.cleared.set(by, this.messages.length);
    if (kind === 'read' && shown > 0)
      this.read.set(by, Math.max(this.read.get(by) ?? 0, Math.floor(part * this.messages.length)));
  }
}

async function threePeople(): Promise<Person[]> {
  const people = [
    await world.individual('alice'),
    await world.individual('bob'),
    await world.individual('eve'),
  ];
  const [alice, bob, eve] = people;
  if (!alice || !bob || !eve) throw new Error('Somebody is missing.');
  await world.befriend(alice, bob);
  await world.befriend(bob, eve);
  await world.befriend(eve, alice);
  return people;
}

const listOf = async (person: Person) => (await world.as(person).conversations.list({})).items;
const personIn = (people: readonly Person[], index: number) => people[index] ?? expect.fail();

/** Does something; what is not there to be done, or is blocked, is rejected and changes nothing. */
async function perform(people: readonly Person[], { by, to, kind, part }: Action, text: string) {
  const [person, other] = [personIn(people, by), personIn(people, to)];
  const { conversations, blocks } = world.as(person);
  if (kind === 'send') await conversations.send({ receiverId: other._id, text }).catch(expectNotFound);
  else if (kind === 'block') await blocks.block({ userId: person._id, blockedUserId: other._id });
  else if (kind === 'unblock') await blocks.unblock({ userId: person._id, blockedUserId: other._id });
  else {
    const found = (await listOf(person)).find(({ members }) => members[1]?._id === other._id);
    if (!found) return;
    if (kind === 'remove') await conversations.remove({ id: found._id }).catch(expectNotFound);
    else {
      const upTo = Math.floor(part * (found.lastMessageEntity?.message.seq ?? 0));
      await conversations.markRead({ id: found._id, upTo }).catch(expectNotFound);
    }
  }
}

function expectNotFound(error: unknown): void {
  expect(error).toMatchObject({ code: 'NOT_FOUND' });
}

/** Opens a device of a person; returns how to bring it up to date and what a screen shows of it then. */
async function openDevice(person: Person) {
  const beThem = () => {
    reach.caller = world.as(person) as unknown as typeof reach.caller;
  };
  beThem();
  const db = openTestDatabase(uuid(), person._id);
  const { epoch, seq } = await takeSnapshot(db);
  const show = async () => {
    const conversations = byId(await readConversations(db));
    beThem();
    const messages = [];
    for (const { _id, members } of conversations) messages.push(await scroll(db, _id, members[1]?._id ?? ''));
    return { conversations, messages, unread: (await unreadMessages.read(db)) ?? 0 };
  };
  const update = async () => {
    expect(await applyEvents(db, epoch, await readEvents(world.db, person._id, seq))).toBe(true);
  };
  return { show, update };
}

/** Scrolls through a conversation up to its first message, as far as it is not on the device. Returns all messages. */
async function scroll(db: LocalDatabase, conversationId: string, otherId: string): Promise<ShownMessage[]> {
  await pullMessages(db, conversationId, 'newest', 2);
  for (;;) {
    const { items, hasOlder } = await readMessages(db, { otherId }, 100);
    if (!hasOlder) return items;
    await pullMessages(db, conversationId, 'older', 2);
  }
}

/** Opens a device for each, one after the other: they take turns in reaching the server. */
async function openDevices(people: readonly Person[]) {
  const devices: Awaited<ReturnType<typeof openDevice>>[] = [];
  for (const person of people) devices.push(await openDevice(person));
  return devices;
}

const byId = (views: readonly ConversationView[]) =>
  views.toSorted((one, other) => one._id.localeCompare(other._id));

/** Expects the device, the lists and the counts of a person to agree. Returns the list. */
async function expectAgreement(person: Person, device: Awaited<ReturnType<typeof openDevice>>) {
  await device.update();
  const shown = await device.show();
  const list = await listOf(person);
  expect(shown.conversations).toEqual(byId(list));
  for (const [index, { _id: id }] of shown.conversations.entries()) {
    const { messageUserEntity } = await world.as(person).conversations.history({ id, limit: 200 });
    const onScreen = shown.messages[index]?.map(({ seq, text, isOwn, state }) => [
      seq,
      text,
      isOwn || state === 'read',
    ]);
    expect(onScreen).toEqual(
      messageUserEntity.map(({ message, isRead }) => [message.seq, message.text, isRead]),
    );
  }
  expect(await (await openDevice(person)).show()).toEqual(shown);
  const { count } = await world.as(person).conversations.countNew({});
  expect(shown.unread).toBe(count);
  expect(list.reduce((sum, { unread }) => sum + unread, 0)).toBe(count);
  return list;
}

// PGlite does one thing at a time.
describe.runIf(inject('database').engine === 'postgres')('unread counts and last messages', () => {
  it('are those of a model, and events bring a device to a new snapshot, in any order of what people do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
        const people = await threePeople();
        const devices = await openDevices(people);
        const models = new Map<number, ModelOfTwo>();
        // Two of three people add up to 1, 2 or 3.
        const modelOf = (one: number, other: number) => {
          const model = models.get(one + other) ?? new ModelOfTwo();
          models.set(one + other, model);
          return model;
        };
        for (const [index, one] of actions.entries()) {
          modelOf(one.by, one.to).apply(one, `Message ${index}`);
          await perform(people, one, `Message ${index}`);
        }
        for (const [index, person] of people.entries()) {
          const list = await expectAgreement(person, devices[index] ?? expect.fail());
          for (const other of [0, 1, 2].filter((candidate) => candidate !== index)) {
            const model = modelOf(index, other);
            const found = list.find(({ members }) => members[1]?._id === people[other]?._id);
            expect(found?.lastMessageEntity?.message.text).toBe(model.shownTo(index).at(-1)?.text);
            expect(found?.unread ?? 0).toBe(model.unreadOf(index));
            if (!found) continue;
            const { messageUserEntity } = await world.as(person).conversations.history({ id: found._id });
            const texts = messageUserEntity.map(({ message }) => message.text);
            expect(texts).toEqual(model.shownTo(index).map(({ text }) => text));
            expect(messageUserEntity.filter(({ isRead }) => !isRead)).toHaveLength(found.unread);
          }
        }
      }),
      { numRuns: 4 },
    );
  }, 30_000);

  it('agree with the messages when all of it happens at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 16 }), async (actions) => {
        const people = await threePeople();
        const devices = await openDevices(people);
        await Promise.all(actions.map((one, index) => perform(people, one, `Message ${index}`)));
        for (const [index, person] of people.entries()) {
          const list = await expectAgreement(person, devices[index] ?? expect.fail());
          for (const { _id: id, unread, lastMessageEntity } of list) {
            const { messageUserEntity } = await world.as(person).conversations.history({ id });
            expect(messageUserEntity.at(-1)).toEqual(lastMessageEntity);
            expect(messageUserEntity.filter(({ isRead }) => !isRead)).toHaveLength(unread);
          }
        }
      }),
      { numRuns: 3 },
    );
  }, 30_000);
});
