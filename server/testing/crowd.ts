import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Person, World } from './world.ts';

/** Adds individuals who are nobody's. Returns their ids. */
export async function addStrangers({ db, ports }: World, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuid());
  await sql`
    insert into users (id, user_type, email, password_hash, created_at)
    select id, 'individual', id || '@example.org', '', ${ports.clock.now()}::timestamptz
    from unnest(${ids}::uuid[]) as f (id)`.execute(db);
  await sql`insert into individuals (user_id) select * from unnest(${ids}::uuid[])`.execute(db);
  return ids;
}

/** Adds individuals who follow an organization. Returns their ids. */
export async function addFollowers(world: World, of: Person, count: number): Promise<string[]> {
  const ids = await addStrangers(world, count);
  await sql`
    insert into follows (id, follower_id, following_id, created_at)
    select gen_random_uuid(), id, ${of._id}, ${world.ports.clock.now()}::timestamptz
    from unnest(${ids}::uuid[]) as f (id)`.execute(world.db);
  return ids;
}
