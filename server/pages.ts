import { mostCounted, pageLinks, pageSize } from './pages.schema.ts';

/**
 * A list in an order, in which one can begin at any row and go either way. Rows are read from a cursor on, that one
 * included, or back from it, without it; on in the list's order, back against it.
 */
export type Walk = (Steps | AtOnce) & {
  /** How many rows there are, counted up to a number. Called after rows were read. */
  count: (most: number) => Promise<number>;
};

/** Reads one way. */
interface Steps {
  step: (from: string | undefined, direction: 'on' | 'back', limit: number) => Promise<Place[]>;
}

/** Reads both ways in one round trip; from the first page nothing back. */
interface AtOnce {
  both: (from: string | undefined, limits: Limits) => Promise<[on: Place[], back: Place[]]>;
}

interface Limits {
  on: number;
  back: number;
}

/** A row of a list, and the cursor of its place. */
interface Place {
  id: string;
  cursor: string;
}

/** A page of a list, and where the pages around it begin. */
export interface Page {
  ids: string[];
  page: number;
  pages: { page: number; cursor: string | null }[];
  total: number;
  isTotalExact: boolean;
}

/**
 * The page that begins with the cursor, and where the pages around it begin: so many rows are walked, both ways from
 * the cursor, as page links need, however long the list is. See `search/README.md`.
 */
export async function findPage(
  walk: Walk,
  { page, cursor }: { page: number; cursor: string | undefined },
): Promise<Page> {
  const around = (pageLinks - 1) * pageSize;
  // On the first page, the walk itself counts.
  const limits = cursor === undefined ? { on: mostCounted + 1, back: 0 } : { on: around + 1, back: around };
  const [walked, behind] =
    'both' in walk ? await walk.both(cursor, limits) : await takeSteps(walk, cursor, limits);
  const ahead = walked.slice(0, around + 1);
  const isAll = cursor === undefined || (ahead.length <= around && behind.length < around);
  const counted = isAll ? walked.length + behind.length : await walk.count(mostCounted + 1);

  // Of pages before this one, the first may be short: a row was added since the links were made.
  const startsBehind = behind.filter((_, index) => (index + 1) % pageSize === 0);
  const newest = behind.at(-1);
  if (newest !== undefined && behind.length % pageSize > 0) startsBehind.push(newest);
  const startsAhead = ahead.filter((_, index) => index > 0 && index % pageSize === 0);

  const number = behind.length < around ? startsBehind.length + 1 : Math.max(page, pageLinks);
  const starts = [
    ...startsBehind.toReversed().map((place) => place.cursor),
    cursor,
    ...startsAhead.map((place) => place.cursor),
  ];
  const first = number - startsBehind.length;
  const shown = Math.max(
    0,
    Math.min(startsBehind.length - Math.floor(pageLinks / 2), starts.length - pageLinks),
  );
  return {
    ids: ahead.slice(0, pageSize).map(({ id }) => id),
    page: number,
    pages: starts.slice(shown, shown + pageLinks).map((start, index) => ({
      page: first + shown + index,
      // The first page begins with whatever is the newest by then.
      cursor: first + shown + index === 1 ? null : (start ?? null),
    })),
    total: Math.min(counted, mostCounted),
    isTotalExact: counted <= mostCounted,
  };
}

const takeSteps = async (
  { step }: Steps,
  cursor: string | undefined,
  { on, back }: Limits,
): Promise<[on: Place[], back: Place[]]> => [
  await step(cursor, 'on', on),
  cursor === undefined ? [] : await step(cursor, 'back', back),
];
