import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  defineCollection,
  defineCollections,
  defineMutation,
  type MutationOf,
  type UnhandledEvent,
} from '../engine/collection.ts';
import type { AnyCollection, EventType } from '../engine/types.ts';
import { attendance } from '../testing/attendance.ts';
import { type Payloads, payloads } from '../testing/events.ts';
import { feed } from './feed.ts';
import { collections, list, type Mutation } from './index.ts';

describe('the list of collections', () => {
  it('handles every type of event', () => {
    expectTypeOf<UnhandledEvent<typeof list>>().toEqualTypeOf<never>();
    expectTypeOf<UnhandledEvent<[typeof feed]>>().toEqualTypeOf<
      Exclude<EventType, 'feed-newer' | 'follow-changed'>
    >();
    // What tests draw their events from has all types, too.
    const handled = new Set<string>(list.flatMap(({ events = {} }) => Object.keys(events)));
    expect([...handled, 'operation-done'].toSorted()).toEqual(Object.keys(payloads).toSorted());
  });

  it('does not compile where an event has no handler', () => {
    expect(defineCollections(list).stores).toHaveLength(collections.stores.length);
    // @ts-expect-error: nothing handles posts, notifications, relations and memberships
    expect(defineCollections([feed]).stores).toHaveLength(1);
  });

  it('names each table and each mutation once', () => {
    // Fields that a definition leaves out are not in its own type.
    const defined: readonly AnyCollection[] = list;
    const tables = defined.flatMap(({ stores = [] }) => stores.map(({ name }) => name));
    const mutations = defined.flatMap(({ mutations: kinds = {} }) => Object.keys(kinds));
    expect(new Set(tables).size).toBe(tables.length);
    expect(new Set(mutations).size).toBe(mutations.length);
    expect(mutations.every((name) => collections.kindOf({ name, input: {} }) !== undefined)).toBe(true);
  });
});

describe('a collection', () => {
  it('does not compile where it handles an unknown event', () => {
    const moon = defineCollection({
      events: {
        'post-removed': () => [],
        // @ts-expect-error: the server has no such event
        'moon-phase': () => [],
      },
    });
    expect(moon.events).toHaveProperty('moon-phase');
  });

  it('gives handlers the payload of their event', () => {
    defineCollection({
      events: {
        'post-removed': ({ payload, seq }) => {
          expectTypeOf(payload).toEqualTypeOf<{ postId: string }>();
          expectTypeOf(seq).toEqualTypeOf<number>();
          return [];
        },
      },
    });
  });

  it('gives screens its mutations with what they take', () => {
    expectTypeOf<MutationOf<[typeof attendance]>>().toEqualTypeOf<{
      name: 'attend';
      input: { postId: string; isGoing: boolean };
      about?: string | undefined;
    }>();
    expectTypeOf<{ name: 'follow'; input: { userId: string; follows: boolean } }>().toExtend<Mutation>();
    expectTypeOf<{ name: 'follow'; input: { userId: string } }>().not.toExtend<Mutation>();
    expectTypeOf<{ name: 'fly'; input: object }>().not.toExtend<Mutation>();
  });

  it('does not compile where an optimistic update returns something else than its view', () => {
    const lamp = defineMutation<{ on: boolean }, { isOn: boolean }>({
      lane: () => 'lamp',
      send: async () => undefined,
      words: () => 'Switch the lamp',
      // @ts-expect-error: the view is a boolean
      optimistic: { isOn: (_, { on }) => String(on) },
    });
    expect(lamp.lane({ on: true })).toBe('lamp');
  });
});

describe('the generator of events', () => {
  it('does not compile where it lacks a type', () => {
    const { 'endorsers-changed': _, ...others } = payloads;
    // @ts-expect-error: `endorsers-changed` is missing
    const incomplete: Payloads = others;
    expect(Object.keys(incomplete)).not.toContain('endorsers-changed');
  });
});
