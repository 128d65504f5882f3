import { failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.tsx';
import { type Act, perform } from './acts.ts';

/**
 * Does something that shows at once. Where it does not succeed, a toast says why and things are as they were.
 * Answers whether it succeeded, and never rejects.
 */
export async function attempt(act: Act): Promise<boolean> {
  try {
    await perform(act);
    return true;
  } catch (error) {
    toast.failed(failureOf(error).message, { id: 'act-failed' });
    return false;
  }
}
