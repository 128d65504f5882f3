import * as texts from './texts.ts';

/** That suggestions cannot be had, as everywhere. */
export const cannotLookUp = (things: string): string => things + texts.cannotBeLoaded;

/** A query that suggestions come from. */
interface LookUp {
  isError: boolean;
  /** It waits for a connection. */
  isPaused: boolean;
}

/** The text where there is no suggestion: that nothing was found is shown only where it was looked for. */
export const nothingFound = (
  things: string,
  queries: readonly LookUp[],
  otherwise: string = texts.notFound,
): string =>
  queries.some(({ isError, isPaused }) => isError || isPaused) ? cannotLookUp(things) : otherwise;
