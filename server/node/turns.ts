/**
 * Returns a function that does work later, in the order in which it was given: for at most `turnMs` milliseconds in one
 * turn of the event loop, and one piece at least. While more work is given in each turn one piece is all that is done:
 * what brings the work is short then, and who waits among those who bring it is reached sooner. What else has arrived
 * comes in between, however much waits here.
 */
export function createTurns(turnMs: number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let known = 0;
  function take(): void {
    const began = performance.now();
    const isGrowing = waiting.length > known;
    // What work adds waits for the next turn.
    for (let left = waiting.length; left > 0; left--) {
      waiting.shift()?.();
      if (isGrowing || performance.now() - began >= turnMs) break;
    }
    known = waiting.length;
    if (known > 0) setImmediate(take);
  }
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(take);
  };
}
