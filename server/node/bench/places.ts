import { type RawBuilder, sql } from 'kysely';
import { type Db, migrateToLatest } from '#db/database.ts';
import { defaultVolume, seedVolume } from '#db/seeds/volume.ts';
import { type Member, signIn } from './crowd.ts';

/** How many organizations ask: each at most 1,200 times a minute. */
const asking = 200;

/** The middle of the towns in which everything is, and how far they lie from it, in degrees. */
export const middle = { latitude: 40, longitude: -75 };
const [towns, reach] = [400, 1.5];

/** The place of something, by its number or id. */
function placeOf(which: RawBuilder<unknown>) {
  const hash = (salt: number) =>
    sql`((hashtextextended((${which})::text, ${sql.lit(salt)}) & 1048575) / 1048576.0::float8)`;
  const town = sql`floor(${hash(1)} * ${sql.lit(towns)})`;
  const away = sql`${sql.lit(reach)} * sqrt(${town} / ${sql.lit(towns)})`;
  const beside = (salt: number) => sql`case when ${hash(2)} < 0.5 then 0 else ${hash(salt)} / 20 end`;
  return {
    latitude: sql`(${sql.lit(middle.latitude)} + ${away} * sin(${town} * 1.7) + ${beside(3)})`,
    longitude: sql`(${sql.lit(middle.longitude)} + ${away} * cos(${town} * 1.7) + ${beside(4)})`,
  };
}

/**
 * Fills an empty database with so many posts, and a tenth as many people, in towns: half of them in the middle of one,
 * as where no more than a ZIP code is known. Among more there are as many towns, so that each has more.
 */
export async function fillPlaces(
  db: Db,
  { posts, passwordHash }: { posts: number; passwordHash: string },
): Promise<Member[]> {
  await migrateToLatest(db);
  const organizations = Math.round(posts / 100);
  await seedVolume(db, {
    ...defaultVolume,
    now: new Date(),
    passwordHash,
    posts,
    people: posts / 10,
    organizations,
    reactions: 0,
    placeOf,
  });
  for (const table of ['organizations', 'individuals']) {
    const { latitude, longitude } = placeOf(sql`user_id`);
    await sql`update ${sql.table(table)}
      set address = jsonb_build_object('latitude', ${latitude}, 'longitude', ${longitude})`.execute(db);
  }
  await sql`update individuals set first_name =
    (array['Maria', 'Noor', 'Andre', 'Claudette', 'Terrell', 'Nikhil', 'Aiko', 'Liam', 'Olivia', 'Emma'])[
      1 + (hashtextextended(user_id::text, 4) & 1048575) % 10]`.execute(db);
  await sql`vacuum (full, analyze) organizations, individuals`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select user_id as id from organizations order by user_id limit ${asking}`.execute(db);
  return Promise.all(rows.map(({ id }) => signIn(db, id)));
}
