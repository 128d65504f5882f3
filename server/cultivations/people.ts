import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { mayFind } from '../access.ts';
import { notFound } from '../errors.ts';
import { individualSearch } from '../search/search.queries.ts';
import type { IndividualFilter } from '../search/search.schema.ts';
import { findCultivation, selectListed } from './cultivations.queries.ts';

/** People by their ids, as those whom a search finds, or as those on a list. */
export type People =
  | { userIds: readonly string[] }
  | { filters: IndividualFilter }
  | { cultivationId: string };

/** Returns the query that selects people as `id`: those whom the organization may find. */
export async function selectPeople(
  db: Db,
  people: People,
  organizationId: string,
): Promise<RawBuilder<unknown>> {
  if ('userIds' in people)
    return sql`
      select u.id from users as u
      where u.id = any(${people.userIds}::uuid[]) and u.id <> ${organizationId} and ${mayFind('u.id', organizationId)}`;
  if ('cultivationId' in people) return selectListed(people.cultivationId, organizationId);
  const { from, id, where } = await individualSearch(db, people.filters, organizationId);
  return sql`select ${id} as id from ${from} where ${where}`;
}

/** Throws a 404 where people are those on a list that is not the organization's. */
export async function requireOwn(db: Db, people: People, organizationId: string): Promise<void> {
  if ('cultivationId' in people && !(await findCultivation(db, people.cultivationId, organizationId)))
    throw notFound();
}

/** Returns the one source of people that an input names. */
export function peopleOf({
  userIds,
  filters,
  cultivationId = '',
}: {
  userIds?: readonly string[] | undefined;
  filters?: IndividualFilter | undefined;
  cultivationId?: string | undefined;
}): People {
  if (userIds) return { userIds };
  return filters ? { filters } : { cultivationId };
}
