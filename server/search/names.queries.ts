import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { plannedAnew } from '#db/planned-anew.ts';
import { isFoundAsFriend, isFoundByAll, isNoAdmin } from '../access.ts';
import {
  type Around,
  type Circle,
  type FoundNear,
  findNearest,
  individualsAround,
  type NearRow,
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

/** Those with such a name whom nobody has found yet, as a condition on a table. */
type Named = (alias: 'i' | 'o') => Expression<SqlBool>;

/** Finds as many as there is room for. */
type Find = (named: Named, room: number) => Promise<FoundNear[]>;

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
  let meant: Promise<SearchedWord[]> | undefined;
  const search = async (find: Find): Promise<FoundNear[]> => {
    const found: FoundNear[] = [];
    for (const fit of [fits.whole, fits.beginning, fits.meant]) {
      if (found.length === limit) break;
      // Most searches are over before anybody needs to know.
      if (fit === fits.meant) meant ??= findMeantWords(db, words);
      const searched = (await meant) ?? words.map((typed) => ({ typed, meant: [] }));
      const ids = found.map(({ id }) => id);
      const named: Named = (alias) =>
        sql<SqlBool>`(
          ${hasWords(searched, fit, sql.ref(`${alias}.name_words`))}
          and ${sql.ref(`${alias}.user_id`)} <> all(${ids}::uuid[])
        )`;
      found.push(...(await find(named, limit - found.length)));
    }
    return circle
      ? found.toSorted(({ kilometers: one = 0 }, { kilometers: other = 0 }) => one - other)
      : found;
  };
  return {
    individuals: await search(
      circle ? individualsNear(db, viewerId, individualsAround(circle)) : oldestIndividuals(db, viewerId),
    ),
    organizations: await search(
      circle ? organizationsNear(db, organizationsAround(circle)) : oldestOrganizations(db),
    ),
  };
}

/**
 * Those whom everybody may find, and those whom only the viewer and other friends may. Each are read by themselves:
 * the first from indexes that hold nobody else, the others from among the viewer's friends. So however many hidden people
 * have a name, nobody is looked at in vain.
 */
const oldestIndividuals =
  (db: Db, viewerId: string | undefined): Find =>
  async (named, room) => {
    const oldest = (mayBeFound: Expression<SqlBool>) => sql`(
      select * from (
        select i.user_id, i.first_name, i.last_name from individuals as i
        where ${plannedAnew} ${mayBeFound} and ${named('i')}
        order by i.user_id
        -- A fence: administrators are looked for in this order, and only until there are enough others.
        offset 0
      ) as i
      where ${isNoAdmin('i')} limit ${room}
    )`;
    const { rows } = await sql<{ id: string }>`
      select user_id as id
      from (
        select * from (
          ${oldest(isFoundByAll('i'))}
          ${viewerId === undefined ? sql`` : sql`union all ${oldest(isFoundAsFriend('i', viewerId))}`}
        ) as found
        order by user_id limit ${room}
      ) as oldest
      order by first_name, last_name, user_id`.execute(db);
    return rows;
  };

const individualsNear =
  (db: Db, viewerId: string | undefined, around: Around): Find =>
  async (named, room) => {
    const nearest = (mayBeFound: Expression<SqlBool>, isRare: boolean | undefined) =>
      findNearest(
        db,
        {
          from: sql`individuals as i`,
          alias: 'i',
          id: sql<string>`i.user_id`,
          around,
          indexed: mayBeFound,
          where: sql<SqlBool>`(${named('i')} and ${isNoAdmin('i')})`,
          isRare,
          isSelective: true,
        },
        room,
      );
    const found = [
      ...(await nearest(isFoundByAll('i'), undefined)),
      ...(viewerId === undefined ? [] : await nearest(isFoundAsFriend('i', viewerId), true)),
    ];
    const rows = found.toSorted((one, other) => one.place - other.place).slice(0, room);
    return sortByName(db, 'individuals', ['first_name', 'last_name'], rows, around);
  };

/** Anybody may find an organization. */
const oldestOrganizations =
  (db: Db): Find =>
  (named, room) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('organizations as o')
          .select(['o.user_id as id', 'o.name'])
          .where(named('o'))
          .orderBy('o.user_id')
          .limit(room)
          .as('found'),
      )
      .select('id')
      .orderBy('name')
      .orderBy('id')
      .execute();

const organizationsNear =
  (db: Db, around: Around): Find =>
  async (named, room) => {
    const rows = await findNearest(
      db,
      {
        from: sql`organizations as o`,
        alias: 'o',
        id: sql<string>`o.user_id`,
        around,
        where: named('o'),
        isSelective: true,
      },
      room,
    );
    return sortByName(db, 'organizations', ['name'], rows, around);
  };

/** Puts what was found near a place into the order of names, with the distances that are shown. */
async function sortByName(
  db: Db,
  table: 'individuals' | 'organizations',
  names: readonly string[],
  found: readonly NearRow[],
  { tell }: Around,
): Promise<FoundNear[]> {
  const told = new Map(found.map(({ id, kilometers }) => [id, tell(kilometers)]));
  if (told.size === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select user_id as id from ${sql.table(table)} where user_id = any(${[...told.keys()]}::uuid[])
    order by ${sql.join(names.map((name) => sql.ref(name)))}, user_id`.execute(db);
  return rows.map(({ id }) => ({ id, kilometers: told.get(id) ?? 0 }));
}
