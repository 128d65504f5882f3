import { toast } from '#src/components/toast.ts';
import type { Outcome } from './engine/outcome.ts';

/**
 * Says what became of a mutation: that it was done only where the server did it. What was refused is said where
 * everything that is refused is.
 */
export function tellOutcome(outcome: Outcome, messages: { done: string; later: string }): void {
  if (outcome === 'done') toast.success(messages.done);
  else if (outcome === 'later') toast.later(messages.later);
}
