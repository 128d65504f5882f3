import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { mayFindIndividual } from '../access.ts';
import {
  type Around,
  type Circle,
  type FoundNear,
  individualsAround,
  isWithin,
  kilometersTo,
  nearestFirst,
  organizationsAround,
} from '../near.ts';
import { canBeMeant } from './spelling.ts';

/** A word that was typed of a name, and known words that may have been meant by it. */
export interface SearchedWord {
  typed: string;
  meant: readonly string[];
}

/** How many known words are looked at for each that was typed, and how many are taken. */
const looked = 40;
const taken = 8;

/** Nobody has a name of more words; those beyond are taken as they are. */
const mostWords = 8;

/** What may have been meant by each of the typed words. */
export async function findMeantWords(db: Db, words: readonly string[]): Promise<SearchedWord[]> {
  const { rows } = await sql<{ typed: string; word: string }>`
    select typed, word
    from unnest(${words.slice(0, mostWords)}::text[]) as typed cross join lateral (
      select word, word <-> typed as difference from known_words order by word <-> typed limit ${looked}
    ) as near
    order by typed, difference, word`.execute(db);
  return words.map((typed) => {
    const near = rows.filter((row) => row.typed === typed && canBeMeant(typed, row.word));
    return { typed, meant: near.map(({ word }) => word).slice(0, taken) };
  });
}

/** Writes what a word is to be compared with. */
type Fit = (word: SearchedWord) => string;

/** How loosely words are compared, the strictest first. */
export const fits = {
  /** The words as they are. */
  whole: ({ typed }: SearchedWord) => `'${typed}'`,
  /** Words that begin so. */
  beginning: ({ typed }: SearchedWord) => `'${typed}':*`,
  /** Words that begin so, and those that may have been meant. */
  meant: ({ typed, meant }: SearchedWord) =>
    `(${[`'${typed}':*`, ...meant.map((word) => `'${word}'`)].join(' | ')})`,
};

/**
 * Whether a column of `name_words` has all of these words. Words hold letters, marks and digits only, so that nothing
 * in them is query language.
 */
export const hasWords = (words: readonly SearchedWord[], fit: Fit, column: Expression<unknown>) =>
  sql<SqlBool>`${column} @@ to_tsquery('simple', ${words.map(fit).join(' & ')})`;

interface NameSearch {
  /** Not empty. */
  words: readonly string[];
  viewerId: string | undefined;
  limit: number;
  /** Around where they have to be: then the nearest come first. */
  circle?: Circle | undefined;
}

/** Finds those whose names have the words, but for those found already; at most as many as there is room for. */
type Find = (words: readonly SearchedWord[], fit: Fit, room: number, found: string[]) => Promise<NamedRow[]>;

interface NamedRow {
  id: string;
  kilometers: number | null;
}

/**
 * Individuals and organizations whom the viewer may find, by name: those with these very words come first, then
 * those with words that begin so, then those who may have been meant. Where there are too many of a rank, the oldest
 * accounts: common names then cost no more than rare ones. Around a place the nearest of a rank are taken, and the nearest of
 * all come first.
 */
export async function findByName(
  db: Db,
  { words, viewerId, limit, circle }: NameSearch,
): Promise<{ individuals: FoundNear[]; organizations: FoundNear[] }> {
  const people = circle && individualsAround(circle);
  const organizations = circle && organizationsAround(circle);
  let meant: Promise<SearchedWord[]> | undefined;
  const search = async (find: Find, around: Around | undefined): Promise<FoundNear[]> => {
    const found: NamedRow[] = [];
    for (const fit of [fits.whole, fits.beginning, fits.meant]) {
      if (found.length === limit) break;
      // Most searches are over before anybody needs to know.
      if (fit === fits.meant) meant ??= findMeantWords(db, words);
      const searched = (await meant) ?? words.map((typed) => ({ typed, meant: [] }));
      const ids = found.map(({ id }) => id);
      found.push(...(await find(searched, fit, limit - found.length, ids)));
    }
    return around
      ? found
          .map(({ id, kilometers }) => ({ id, kilometers: around.tell(kilometers ?? 0) }))
          .toSorted((one, other) => one.kilometers - other.kilometers)
      : found.map(({ id }) => ({ id }));
  };
  return {
    individuals: await search((...query) => findIndividuals(db, viewerId, people, ...query), people),
    organizations: await search((...query) => findOrganizations(db, organizations, ...query), organizations),
  };
}

const findIndividuals = (
  db: Db,
  viewerId: string | undefined,
  around: Around | undefined,
  ...[words, fit, room, found]: Parameters<Find>
): Promise<NamedRow[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom((eb) =>
          eb
            .selectFrom('individuals as i')
            .select(['i.user_id', 'i.first_name', 'i.last_name', 'i.is_user_searchable', 'i.show_on_search'])
            .select(farOf(around).as('kilometers'))
            .where(hasWords(words, fit, sql.ref('i.name_words')))
            .where('i.user_id', '<>', sql<string>`all(${found}::uuid[])`)
            .where(around ? isWithin(around) : sql<boolean>`true`)
            .orderBy(around ? nearestFirst(around) : sql`i.user_id`)
            // A fence: whether each may be found is checked in this order, and only until there are enough.
            .offset(sql.lit(0))
            .as('i'),
        )
        .select(['i.user_id as id', 'i.first_name', 'i.last_name', 'i.kilometers'])
        .where(mayFindIndividual('i', viewerId))
        .limit(room)
        .as('found'),
    )
    .select(['id', 'kilometers'])
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute();

/** How far away a row is; null where it does not matter. */
const farOf = (around: Around | undefined) =>
  sql<number | null>`${around ? kilometersTo(around) : sql`null::double precision`}`;

/** Anybody may find an organization. */
const findOrganizations = (
  db: Db,
  around: Around | undefined,
  ...[words, fit, room, found]: Parameters<Find>
): Promise<NamedRow[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('organizations as o')
        .select(['o.user_id as id', 'o.name', farOf(around).as('kilometers')])
        .where(hasWords(words, fit, sql.ref('o.name_words')))
        .where('o.user_id', '<>', sql<string>`all(${found}::uuid[])`)
        .where(around ? isWithin(around) : sql<boolean>`true`)
        .orderBy(around ? nearestFirst(around) : sql`o.user_id`)
        .limit(room)
        .as('found'),
    )
    .select(['id', 'kilometers'])
    .orderBy('name')
    .orderBy('id')
    .execute();
