import type { Collections, OutboxRow, StoredMutation } from './types.ts';

/** What becomes of a lane when a mutation joins it. */
interface Joined {
  /** Mutations that go, by opId. */
  drops: string[];
  /** Whether the new one has to be sent. */
  isNeeded: boolean;
}

/**
 * Coalesces a mutation with those of its lane. One that sets a value replaces one that set the same and was never
 * sent; both go where that leaves things as they were. Nothing is coalesced across a mutation that minds the order.
 * One that was rejected has no effect and makes way for another try at the same.
 * @param lane the mutations of the lane, in their order
 */
export function coalesce(
  { kindOf }: Collections,
  lane: readonly OutboxRow[],
  mutation: StoredMutation,
): Joined {
  const setterOf = (one: StoredMutation) => kindOf(one)?.setter?.(one.input);
  const mine = setterOf(mutation);
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
      if (earlier.value === mine.value || (mine.rises && isAbove(earlier.value, mine.value)))
        return { drops, isNeeded: false };
      drops.push(row.opId);
      return { drops, isNeeded: mine.toggles !== true };
    }
    if (isSame || !earlier || earlier.whole || mine.whole) break;
  }
  return { drops, isNeeded: true };
}

const isAbove = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number' && one > other;
