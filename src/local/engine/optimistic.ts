import type {
  InputOf,
  MutationKind,
  MutationKinds,
  OptimisticUpdate,
  Place,
  StoredMutation,
} from './types.ts';

/**
 * Applies pending mutations to what the server returned of a thing. Takes all of them; each knows what it concerns. One
 * that the server's view contains already changes nothing.
 */
export type ApplyPending<Value> = (value: Value, pending: readonly StoredMutation[], place: Place) => Value;

/** Makes optimistic updates, by the name of the mutation, into a function that applies what is pending. */
export function applyPending<Value, Kinds extends MutationKinds>(
  updates: {
    [Name in keyof Kinds]?: OptimisticUpdate<Value, InputOf<Kinds[Name]>> | undefined;
  },
): ApplyPending<Value> {
  const byName = updates as Partial<Record<string, OptimisticUpdate<Value, unknown>>>;
  return (value, pending, place) =>
    pending.reduce((shown, { name, input }) => {
      const update = byName[name];
      return update ? update(shown, input, place) : shown;
    }, value);
}

/** Does the same with the updates that mutations define for one view. */
export const applyPendingTo = <Views, View extends keyof Views>(
  mutations: Readonly<Record<string, Pick<MutationKind<never, Views>, 'optimistic'>>>,
  view: View,
): ApplyPending<Views[View]> =>
  applyPending<Views[View], MutationKinds>(
    Object.fromEntries(Object.entries(mutations).map(([name, kind]) => [name, kind.optimistic?.[view]])),
  );
