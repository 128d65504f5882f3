import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { type Act, actors, anyAct, createActors, perform } from '../testing/conversation-acts.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld();

/** What a list shows of a conversation. */
interface Shown {
  other: number;
  last: string | undefined;
  isRead: boolean | undefined;
  unread: number;
}

/** What conversations are, without a database: all messages, and what each member has read and deleted. */
class Model {
  readonly #messages: { from: number; to: number; text: string }[] = [];
  readonly #blocks = new Set<string>();
  /** How many of all messages there were as a member read or deleted. */
  readonly #read = new Map<string, number>();
  readonly #deleted = new Map<string, number>();

  perform({ kind, by, with: other, back }: Act, text: string): void {
    const key = `${by} ${other}`;
    const seen = this.#seenBy(by, other);
    if (kind === 'block') this.#blocks.add(key);
    if (kind === 'unblock') this.#blocks.delete(key);
    if (kind === 'send' && !this.#blocks.has(key) && !this.#blocks.has(`${other} ${by}`))
      this.#messages.push({ from: by, to: other, text });
    if (kind === 'delete') this.#deleted.set(key, this.#messages.length);
    if (kind === 'read' && seen.length > 0) {
      // What is left unread may be deleted, or in front of what was read before.
      const all = this.#between(by, other);
      const upTo = all.at(-1 - back)?.place ?? 0;
      this.#read.set(key, Math.max(this.#read.get(key) ?? 0, upTo));
    }
  }

  /** The list of a member, newest first. */
  listOf(by: number): Shown[] {
    const others = Array.from({ length: actors }, (_, other) => other).filter((other) => other !== by);
    return others
      .map((other) => ({ other, seen: this.#seenBy(by, other) }))
      .filter(({ seen }) => seen.length > 0)
      .toSorted((a, b) => (b.seen.at(-1)?.place ?? 0) - (a.seen.at(-1)?.place ?? 0))
      .map(({ other, seen }) => {
        const read = this.#read.get(`${by} ${other}`) ?? 0;
        const isRead = ({ from, place }: { from: number; place: number }) => from === by || place <= read;
        const last = seen.at(-1);
        return {
          other,
          last: last?.text,
          isRead: last && isRead(last),
          unread: seen.filter((message) => !isRead(message)).length,
        };
      });
  }

  #between(by: number, other: number) {
    return this.#messages
      .map((message, index) => ({ ...message, place: index + 1 }))
      .filter(({ from, to }) => (from === by && to === other) || (from === other && to === by));
  }

  #seenBy(by: number, other: number) {
    const deleted = this.#deleted.get(`${by} ${other}`) ?? 0;
    return this.#between(by, other).filter(({ place }) => place > deleted);
  }
}

async function listOf(people: readonly Person[], by: Person): Promise<Shown[]> {
  const { items } = await world.as(by).conversations.list({});
  return items.map(({ members, lastMessageEntity, unread }) => ({
    other: people.findIndex(({ _id }) => _id === members[1]?._id),
    last: lastMessageEntity?.message.text,
    isRead: lastMessageEntity?.isRead,
    unread,
  }));
}
const countOf = async (person: Person) => (await world.as(person).conversations.countNew({})).count;
const sumOf = (list: readonly { unread: number }[]) => list.reduce((sum, { unread }) => sum + unread, 0);

describe('unread counts and last messages', () => {
  it('are those of a model, whatever is sent, read, deleted and blocked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 25 }), async (acts) => {
        const people = await createActors(world);
        const model = new Model();
        for (const [index, act] of acts.entries()) {
          world.ports.clock.advance(1);
          await perform(world, people, act, `Message ${index}`);
          model.perform(act, `Message ${index}`);
        }
        for (const [number, person] of people.entries()) {
          const list = await listOf(people, person);
          expect(list).toEqual(model.listOf(number));
          expect(await countOf(person)).toBe(sumOf(list));
        }
      }),
      { numRuns: 10 },
    );
  });

  it('are those of the history, also where all of it happens at once', async () => {
    const atOnce = fc.array(fc.array(anyAct, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(atOnce, async (rounds) => {
        const people = await createActors(world);
        for (const acts of rounds)
          await Promise.all(acts.map((act, index) => perform(world, people, act, `Message ${index}`)));
        for (const person of people) {
          const { items } = await world.as(person).conversations.list({});
          expect(await countOf(person)).toBe(sumOf(items));
          for (const { _id: id, unread, readUpTo, lastMessageEntity } of items) {
            const { messageUserEntity: all } = await world
              .as(person)
              .conversations.history({ id, limit: 200 });
            expect(lastMessageEntity).toEqual(all.at(-1));
            const isUnread = ({ message }: (typeof all)[number]) =>
              message.senderId !== person._id && message.seq > readUpTo;
            expect(unread).toBe(all.filter(isUnread).length);
          }
        }
      }),
      { numRuns: 10 },
    );
  });
});
