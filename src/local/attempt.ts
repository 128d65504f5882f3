import { failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.ts';
import type { Act } from './acts.ts';
import { perform } from './perform.ts';

/**
 * Does something that shows at once, with a network or without. Where the device cannot keep it, a toast says so and
 * things are as they were. Answers whether it is kept, and never rejects.
 */
export async function attempt(act: Act): Promise<boolean> {
  try {
    await perform(act);
    return true;
  } catch (error) {
    toast.failed(failureOf(error).message, { title: 'Not done', id: 'act-failed' });
    return false;
  }
}
