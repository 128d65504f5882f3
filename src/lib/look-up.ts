/** That suggestions cannot be had, as everywhere. */
export const cannotLookUp = (things: string): string => `${things} can’t be loaded right now`;

/** A query that suggestions come from. */
interface LookUp {
  isError: boolean;
  /** It waits for a connection. */
  isPaused: boolean;
}

/** The text where there is no suggestion: that nothing was found is shown only where it was looked for. */
export const nothingFound = (things: string, queries: readonly LookUp[], otherwise = 'Not found'): string =>
  queries.some(({ isError, isPaused }) => isError || isPaused) ? cannotLookUp(things) : otherwise;
