import type { LoggedEvent } from '#server/events/events.schema.ts';
import type {
  AnyCollection,
  Change,
  Collection,
  Collections,
  EventType,
  InputOf,
  MutationKind,
  MutationKinds,
} from './types.ts';

/** Fixes what a mutation takes, and checks the rest against it. */
export const defineMutation = <Input, Views = object>(
  kind: MutationKind<Input, Views>,
): MutationKind<Input, Views> => kind;

/** Checks a collection, and keeps the types of its events and mutations. */
export const defineCollection = <
  Type extends EventType = never,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- a collection without mutations
  Kinds extends MutationKinds = Record<never, never>,
>(
  collection: Collection<Type, Kinds>,
): Collection<Type, Kinds> => collection;

/** The types of events that a collection handles. */
type Handled<One> = One extends { events?: infer Events } ? keyof NonNullable<Events> : never;

/** The types of events that no collection of a list handles. */
export type UnhandledEvent<List extends readonly AnyCollection[]> = Exclude<EventType, Handled<List[number]>>;

type MutationsIn<Kinds> = {
  [Name in keyof Kinds & string]: {
    name: Name;
    input: InputOf<Kinds[Name]>;
    /** What people call the thing that it changes, for the list of what is not sent yet. */
    about?: string | undefined;
  };
}[keyof Kinds & string];

/** A mutation of any collection of a list, as screens make it. */
export type MutationOf<List extends readonly AnyCollection[]> = {
  [Index in keyof List]: List[Index] extends { mutations?: infer Kinds }
    ? MutationsIn<NonNullable<Kinds>>
    : never;
}[number];

/** Puts collections together. Does not compile where an event has no handler. */
export function defineCollections<const List extends readonly AnyCollection[]>(
  list: List &
    ([UnhandledEvent<List>] extends [never] ? unknown : { 'no handler for': UnhandledEvent<List> }),
): Collections {
  const handlers = list.map(
    ({ events }) =>
      (events ?? {}) as Partial<Record<string, (event: LoggedEvent, userId: string) => Change[]>>,
  );
  const kinds: Partial<Record<string, unknown>> = Object.assign(
    {},
    ...list.map(({ mutations }) => mutations),
  );
  return {
    list,
    stores: list.flatMap(({ stores = [] }) => stores),
    early: new Set(list.flatMap(({ early = [] }) => early)),
    changesOf: (event, userId) => handlers.flatMap((events) => events[event.type]?.(event, userId) ?? []),
    kindOf: ({ name }) => kinds[name] as MutationKind<unknown> | undefined,
  };
}

let registered: Collections | undefined;

/** Sets the collections of every database that is opened from now on. */
export function registerCollections(collections: Collections): Collections {
  registered = collections;
  return collections;
}

/** Returns the collections that were registered. */
export function registeredCollections(): Collections {
  if (!registered) throw new Error('No collections are registered.');
  return registered;
}
