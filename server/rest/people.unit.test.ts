import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from './json-schema.ts';
import { describePeople, presentPeople } from './people.ts';
import { documentedFields, readOnlyFields } from './read-only-fields.ts';

const person = z.object({ _id: z.string(), userType: z.string(), name: z.string() });
const alice = { _id: 'a', userType: 'individual', name: 'Alice' };
const bob = { _id: 'b', userType: 'individual', name: 'Bob' };

describe('presentPeople', () => {
  it('spreads a person, in its place, under names that begin with its part', () => {
    const follow = { _id: '1', followerId: 'a', follower: { ...alice, relation: null }, createdAt: 'now' };
    expect(
      JSON.stringify(presentPeople({ items: [follow, follow], cursor: null }, ['items[].follower'])),
    ).toBe(
      JSON.stringify({
        items: [1, 2].map(() => ({
          _id: '1',
          followerId: 'a',
          followerUserType: 'individual',
          followerName: 'Alice',
          relation: null,
          createdAt: 'now',
        })),
        cursor: null,
      }),
    );
  });

  it('spreads each of several people, and does not repeat the part in a name that begins with it', () => {
    const message = { sender: alice, user: bob };
    expect(presentPeople(message, ['sender', 'user'])).toEqual({
      senderId: 'a',
      senderUserType: 'individual',
      senderName: 'Alice',
      userId: 'b',
      userType: 'individual',
      userName: 'Bob',
    });
    expect(message).toEqual({ sender: alice, user: bob });
  });

  it.each([null, { friendship: null }, { friendship: { senderName: 'Alice' } }, { items: [] }, 'text'])(
    'returns %j, which has no such person, as it is',
    (output) => {
      expect(presentPeople(output, ['friendship.sender', 'items[].sender'])).toEqual(output);
    },
  );
});

it('describes exactly the fields that the body has', () => {
  const output = z.object({
    friendship: z.object({ senderId: z.string().describe('Who asked.'), sender: person }).nullable(),
    items: z.array(z.object({ user: person.partial({ name: true }) })),
  });
  const schema = z.toJSONSchema(output, { io: 'output' }) as JsonSchema;
  const { properties = {} } = describePeople(schema, ['friendship.sender', 'items[].user']);
  expect(properties['friendship']?.anyOf?.[0]).toMatchObject({
    properties: { senderId: { description: 'Who asked.' }, senderName: { type: 'string' } },
    required: ['senderId', 'senderUserType', 'senderName'],
  });
  expect(properties['items']).toMatchObject({
    items: {
      properties: { userId: { type: 'string' }, userType: {}, userName: {} },
      required: ['userId', 'userType'],
    },
  });
});

it('lists the fields of an entity as the body names them, and those that only a read returns', () => {
  const view = z.object({ _id: z.string(), senderId: z.string(), sender: person });
  expect(documentedFields(view, ['sender'])).toEqual(['_id', 'senderId', 'senderUserType', 'senderName']);
  expect(readOnlyFields(view, z.object({ senderId: z.string() }), ['sender'])).toEqual([
    '_id',
    'senderUserType',
    'senderName',
  ]);
});
