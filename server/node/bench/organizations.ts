import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Db, migrateToLatest } from '#db/database.ts';
import { type Member, signIn } from './crowd.ts';

/** How many posts an organization has, however many people look at them: half of them are over. */
const posts = 100;

/** The days over which everything happened. */
const days = 180;

/** Where the organization is: its months are those of Toronto. */
const address = { latitude: 43.65, longitude: -79.38 };

/**
 * Fills an empty database with an organization that has so many followers and twenty times as many views and reactions,
 * and signs it in.
 */
export async function fillOrganization(
  db: Db,
  { followers, passwordHash }: { followers: number; passwordHash: string },
): Promise<Member> {
  await migrateToLatest(db);
  const id = uuid();
  const reach = (followers * 20) / posts / 2;
  const at = (n: string) => sql`now() - (${sql.raw(n)}) % (${days}::int * 1440) * interval '1 minute'`;
  await db.transaction().execute(async (trx) => {
    await sql`create temporary table person on commit drop as
      select n, gen_random_uuid() as id from generate_series(1, ${followers}::int) n`.execute(trx);
    await sql`create unique index on person (n)`.execute(trx);
    await sql`insert into users (id, user_type, email, password_hash, created_at)
      select id, 'individual', id || '@crowd.gatherwell.example', ${passwordHash}, now() - interval '1 year' from person
      union all select ${id}, 'organization', 'organization@crowd.gatherwell.example', ${passwordHash},
        now() - interval '1 year'`.execute(trx);
    await sql`insert into user_heads (user_id) values (${id})`.execute(trx);
    await sql`insert into wallets (user_id, balance) values (${id}, 70)`.execute(trx);
    await sql`insert into individuals (user_id, first_name, last_name) select id, 'Person', 'Number ' || n
      from person`.execute(trx);
    await sql`insert into organizations (user_id, name, address)
      values (${id}, 'Larkfield', ${JSON.stringify(address)})`.execute(trx);
    await sql`insert into follows (id, follower_id, following_id, created_at)
      select gen_random_uuid(), id, ${id}, ${at('n * 7')} from person`.execute(trx);
    await sql`insert into endorsements (id, endorser_id, endorsee_id, created_at)
      select gen_random_uuid(), id, ${id}, ${at('n * 11')} from person where n % 10 = 0`.execute(trx);
    await sql`insert into organization_viewers (organization_id, viewer_id, viewed_at)
      select ${id}, id, ${at('n * 13')} from person`.execute(trx);
    await sql`create temporary table own_post on commit drop as
      select n, gen_random_uuid() as id, now() + (n - ${posts / 2}::int) * interval '1 day' + interval '1 hour' as start_at
      from generate_series(1, ${posts}::int) n`.execute(trx);
    await sql`insert into posts (id, creator_id, post_type, title, description, start_at, end_at, time_zone, is_active,
        published_at, social_media_sharing, created_at, updated_at)
      select id, ${id}, 'event', 'Soup night ' || n, 'Warm and free', start_at, start_at + interval '2 hours',
        'America/Toronto', true, now() - interval '180 days', '{}', now() - interval '180 days', now()
      from own_post`.execute(trx);
    // Who takes an interest in a post: others for each.
    await sql`create temporary table taken on commit drop as
      select p.id as post_id, person.id as user_id, (p.n * 7919 + person.n * 31)::bigint as n
      from own_post p join person on (person.n + p.n * 1009) % ${followers}::int < ${reach}::int`.execute(
      trx,
    );
    await sql`insert into post_viewers (post_id, viewer_id, viewed_at)
      select post_id, user_id, ${at('n')} from taken`.execute(trx);
    await sql`insert into post_interests (post_id, user_id, liked_at, going_at)
      select post_id, user_id, case when n % 4 < 3 then ${at('n + 5')} end,
        case when n % 4 > 1 then ${at('n + 9')} end from taken`.execute(trx);
    await sql`insert into post_counters (post_id, views, liked, going)
      select post_id, count(*), count(liked_at), count(going_at) from post_interests group by post_id`.execute(
      trx,
    );
    await sql`call count_statistics()`.execute(trx);
  });
  await sql`vacuum (analyze)`.execute(db);
  return signIn(db, id);
}
