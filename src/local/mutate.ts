import { failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.ts';
import type { Mutation } from './collections/index.ts';
import { mutate as mutateLocally } from './engine/mutate.ts';
import type { Outcome } from './engine/outcome.ts';
import { notDone } from './texts.ts';

/** Makes a mutation, with a network or without. Rejects where the device cannot keep it: see the engine's `mutate`. */
export const mutate: (mutation: Mutation) => Promise<() => Promise<Outcome>> = mutateLocally;

/**
 * Makes a mutation. Where the device cannot keep it, shows a toast and rolls the optimistic update back. Never
 * rejects: resolves to a function that waits for the outcome where it is kept, and otherwise to undefined.
 */
export async function tryMutate(mutation: Mutation): Promise<(() => Promise<Outcome>) | undefined> {
  try {
    return await mutate(mutation);
  } catch (error) {
    toast.failed(failureOf(error).message, { title: notDone, id: 'act-failed' });
    return undefined;
  }
}

/**
 * Shows what became of a mutation: `done` only where the server did it. A rejection is shown where all of them are, in
 * the menu of what is not sent.
 */
export function toastOutcome(outcome: Outcome, messages: { done: string; later: string }): void {
  if (outcome === 'done') toast.success(messages.done);
  else if (outcome === 'later') toast.later(messages.later);
}
