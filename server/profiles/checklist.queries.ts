import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { hidden } from '#db/hidden.ts';
import type { ChecklistItem } from './checklist.schema.ts';

/** Returns what an individual has done of what a new account is asked for, in this order. */
export async function findIndividualChecklist(db: Db, userId: string): Promise<ChecklistItem[]> {
  const { rows } = await sql<Record<'named' | 'involved' | 'follows', boolean>>`
    select i.first_name <> '' as named,
      i.availability_per_week is not null or coalesce(i.community_involvement, '') <> ''
        or exists (select from user_impact_areas where user_id = i.user_id) as involved,
      exists (select from follows where follower_id = i.user_id) as follows
    from individuals i where i.user_id = ${hidden(userId, 'uuid')}`.execute(db);
  return rows.flatMap(({ named, involved, follows }) => [
    { item: 'basic-info', isDone: named },
    { item: 'involvement', isDone: involved },
    { item: 'follow', isDone: follows },
  ]);
}

/** Returns the same of an organization. */
export async function findOrganizationChecklist(db: Db, userId: string): Promise<ChecklistItem[]> {
  const { rows } = await sql<Record<'named' | 'serves' | 'links' | 'published', boolean>>`
    select o.name <> '' as named,
      cardinality(o.service_areas) > 0
        or exists (select from user_impact_areas where user_id = o.user_id) as serves,
      coalesce(o.events_link, o.rss_link, o.blog_link) is not null as links,
      o.last_published_at is not null as published
    from organizations o where o.user_id = ${hidden(userId, 'uuid')}`.execute(db);
  return rows.flatMap(({ named, serves, links, published }) => [
    { item: 'basic-info', isDone: named },
    { item: 'service-info', isDone: serves },
    { item: 'internal-link', isDone: links },
    { item: 'first-post', isDone: published },
  ]);
}
