import { type Kysely, sql } from 'kysely';

/** Who is being added to a list, read once: by rows instead of by a search that is done again for each batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // Without a reference to users: who is deleted meanwhile is found no more.
  sql`create table cultivation_addition_people (
    addition_id uuid not null references cultivation_additions on delete cascade,
    user_id uuid not null,
    primary key (addition_id, user_id)
  )`,
  sql`insert into cultivation_addition_people (addition_id, user_id)
    select distinct a.id, named.id::uuid
    from cultivation_additions as a, jsonb_array_elements_text(a.people->'userIds') as named (id)
    where a.finished_at is null and a.people ? 'userIds'`,
  // Those of whom it is not known who they were end with whom they have reached.
  sql`update cultivation_additions set finished_at = date_trunc('milliseconds', now())
    where finished_at is null and not people ? 'userIds'`,
  sql`alter table cultivation_additions drop column people`,
];
