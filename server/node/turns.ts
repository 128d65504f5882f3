/**
 * Returns a function that does work later, in the order in which it was given, and at most `perTurn` pieces in one turn of
 * the event loop: what else has arrived comes in between, however much waits here.
 */
export function createTurns(perTurn: number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  function take(): void {
    if (waiting.length > perTurn) setImmediate(take);
    for (const work of waiting.splice(0, perTurn)) work();
  }
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(take);
  };
}
