import { failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.ts';
import type { Act } from './acts.ts';
import type { Outcome } from './engine/outcome.ts';
import { perform } from './engine/perform.ts';

/**
 * Does something that shows at once, with a network or without. Where the device cannot keep it, a toast says so and
 * things are as they were. Never rejects: resolves to a
 * function that waits for the outcome where it is kept, and otherwise to undefined.
 */
export async function attempt(act: Act): Promise<(() => Promise<Outcome>) | undefined> {
  try {
    return await perform(act);
  } catch (error) {
    toast.failed(failureOf(error).message, { title: 'Not done', id: 'act-failed' });
    return undefined;
  }
}
