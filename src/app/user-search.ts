import { nothingFound } from '#src/lib/look-up.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { type RouterOutputs, trpc } from './api.ts';
import * as texts from './texts.ts';

/** Fewer letters find too many. */
const fewestLetters = 3;

/** How long, in milliseconds, typing has to rest before it is searched for. */
const rest = 1_000;

/** A user who was found. */
export type FoundUser = RouterOutputs['profiles']['search']['individuals'][number];

/**
 * Searches people and organizations by name, for inputs in which a user is picked: from three letters on, once
 * typing has rested for a second, at most 20 of a kind.
 */
export function useUserSearch(entered: string): {
  /** What to show in place of suggestions while too little is typed. */
  hint: string | undefined;
  individuals: readonly FoundUser[];
  organizations: readonly FoundUser[];
  isSearching: boolean;
  /** What to show where there are none. */
  notFound: string;
} {
  const text = entered.trim();
  const name = useDebounced(text, rest);
  const isLong = (value: string) => value.length >= fewestLetters;
  const found = trpc.profiles.search.useQuery({ name }, { enabled: isLong(name) && isLong(text) });
  const isSettled = name === text && !found.isFetching;
  return {
    hint: isLong(text) ? undefined : userSearchHint,
    individuals: (isSettled && found.data?.individuals) || [],
    organizations: (isSettled && found.data?.organizations) || [],
    isSearching: isLong(text) && !isSettled,
    notFound: nothingFound(texts.people, [found]),
  };
}

/** The placeholder of such an input. */
export const userSearchHint = texts.typeThreeLetters;
