import { failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.tsx';
import { type Act, perform } from './acts.ts';

/** Does something that shows at once. Where it does not succeed, a toast says why and things are as they were. */
export function attempt(act: Act): void {
  perform(act).catch((error: unknown) => toast.failed(failureOf(error).message, { id: 'act-failed' }));
}
