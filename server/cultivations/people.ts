import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { mayFind } from '../access.ts';
import { notFound } from '../errors.ts';
import { individualSearch } from '../search/search.queries.ts';
import type { IndividualFilter } from '../search/search.schema.ts';
import { findCultivation, hasPost, selectListed, selectReactors } from './cultivations.queries.ts';

/** All whom a search finds, who are on a list, or who reacted to a post; but for some of them. */
type Everybody = ({ filters: IndividualFilter } | { cultivationId: string } | { postId: string }) & {
  except?: readonly string[] | undefined;
};

/** People by their ids, or as everybody of a kind. */
export type People = { userIds: readonly string[] } | Everybody;

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
  const everybody = await selectEverybody(db, people, organizationId);
  const { except = [] } = people;
  return except.length === 0
    ? everybody
    : sql`select id from (${everybody}) as everybody where id <> all(${except}::uuid[])`;
}

async function selectEverybody(
  db: Db,
  people: Everybody,
  organizationId: string,
): Promise<RawBuilder<unknown>> {
  if ('cultivationId' in people) return selectListed(people.cultivationId, organizationId);
  if ('postId' in people) return selectReactors(people.postId, organizationId);
  const { from, id, where } = await individualSearch(db, people.filters, organizationId);
  return sql`select ${id} as id from ${from} where ${where}`;
}

/** Throws a 404 where people are those of a list or a post that is not the organization's. */
export async function requireOwn(db: Db, people: People, organizationId: string): Promise<void> {
  if ('cultivationId' in people && !(await findCultivation(db, people.cultivationId, organizationId)))
    throw notFound();
  if ('postId' in people && !(await hasPost(db, people.postId, organizationId))) throw notFound();
}

/** Returns the one source of people that an input names. */
export function peopleOf({
  userIds,
  filters,
  postId,
  cultivationId = '',
  except,
}: {
  userIds?: readonly string[] | undefined;
  filters?: IndividualFilter | undefined;
  postId?: string | undefined;
  cultivationId?: string | undefined;
  except?: readonly string[] | undefined;
}): People {
  if (userIds) return { userIds };
  if (postId !== undefined) return { postId, except };
  return filters ? { filters, except } : { cultivationId, except };
}
