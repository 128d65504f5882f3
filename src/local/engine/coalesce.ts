import { type Act, kindOf } from '../acts.ts';
import type { OutboxRow } from './database.ts';

/** What becomes of a lane when an act joins it. */
interface Joined {
  /** Acts that go, by opId. */
  drops: string[];
  /** Whether the act itself has to be sent. */
  isNeeded: boolean;
}

/**
 * Joins an act to those of its lane. One that sets a value takes the place of one that set the same and was never
 * sent; both go where that leaves things as they were. What lies in between must not mind the order, or nothing is
 * joined. One that was refused has no effect and makes way for another try at the same.
 * @param lane the acts of the lane, in their order
 */
export function join(lane: readonly OutboxRow[], act: Act): Joined {
  const mine = setterOf(act);
  const drops: string[] = [];
  if (!mine) return { drops, isNeeded: true };
  for (const row of lane.toReversed()) {
    const earlier = setterOf(row);
    const isSame = earlier?.target === mine.target;
    if (row.state === 'failed') {
      if (isSame) drops.push(row.opId);
      continue;
    }
    if (isSame && row.state === 'waiting') {
      if (earlier.value === mine.value) return { drops, isNeeded: false };
      drops.push(row.opId);
      return { drops, isNeeded: mine.toggles !== true };
    }
    if (isSame || !earlier || earlier.whole || mine.whole) break;
  }
  return { drops, isNeeded: true };
}

const setterOf = (act: Act) => kindOf(act)?.setter?.(act.input);
