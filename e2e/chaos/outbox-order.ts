import type { KeptAct } from './watch-page.ts';

/** A mutation in the outbox of a user. */
interface Place {
  userId: string;
  place: number;
  /** Since when it is at its place, in milliseconds by the machine's clock. */
  at: number;
  /** Whether the tab that enqueued it reported that. One that was killed before could not: then only its sending is known. */
  isWritten: boolean;
}

/**
 * The order in which mutations came into the outboxes of one browser: by when they were written to their places, because
 * places begin anew once an outbox is empty.
 */
export class OutboxOrder {
  readonly #known = new Map<string, Place>();
  readonly #left = new Set<string>();

  /**
   * Notes a row that was written. Reports of several tabs come in any order; a mutation that is tried again gets another
   * place.
   * @param at when the row was written, in milliseconds
   */
  note(userId: string, { opId, order: place, state }: KeptAct, at: number): void {
    const known = this.#known.get(opId);
    const since = known?.place === place ? Math.min(known.at, at) : Math.max(known?.at ?? 0, at);
    this.#known.set(opId, {
      userId,
      place: known && since === known.at ? known.place : place,
      at: since,
      isWritten: known?.isWritten === true || state === 'waiting',
    });
    for (const [late, other] of this.#known)
      if (!other.isWritten && !this.#left.has(late))
        other.at = Math.min(other.at, this.#firstBehind(other) - 0.001);
  }

  /** Returns when a mutation came to its present place. */
  since(opId: string): number {
    return this.#known.get(opId)?.at ?? 0;
  }

  /** Notes that a mutation has left the outbox. */
  leave(opId: string): void {
    this.#left.add(opId);
  }

  /** Since when the first mutation is there that stands behind another. What has left may be from before places began anew. */
  #firstBehind({ userId, place }: Place): number {
    const behind = [...this.#known].filter(
      ([opId, other]) => !this.#left.has(opId) && other.userId === userId && other.place > place,
    );
    return Math.min(...behind.map(([, { at }]) => at));
  }
}
