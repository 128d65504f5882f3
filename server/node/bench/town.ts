import { sql } from 'kysely';
import { type Db, migrateToLatest } from '#db/database.ts';
import { defaultVolume, seedVolume } from '#db/seeds/volume.ts';
import { addConversations } from './correspondence.ts';
import { type Member, signIn } from './crowd.ts';

/** Somebody who uses the product, with the people whom they write to. */
export interface Inhabitant extends Member {
  otherIds: string[];
}

/** Those who use the product in a benchmark. */
export interface Town {
  posts: number;
  /** They follow some 20 organizations each and write to 50 people, 20 messages each so far. */
  people: Inhabitant[];
  /** Organizations that some 200 people follow, which is the usual number here. */
  publishers: Member[];
  /** What people can like: the newest posts that are open for it. */
  likable: string[];
}

/** How many of each there are. Each may ask 1,200 times a minute. */
const counts = { people: 1_000, publishers: 40, likable: 4_000 };

/** How many of the people of the volume an organization has as followers, on average. */
const usualFollowers = (defaultVolume.people * defaultVolume.followsPerPerson) / defaultVolume.organizations;

const firstNames = [
  'Maria',
  'Noor',
  'Andre',
  'Claudette',
  'Terrell',
  'Nikhil',
  'Aiko',
  'Liam',
  'Olivia',
  'Emma',
];
const lastNames = [
  'Kinberg',
  'Rosander',
  'Halloran',
  'Quintero',
  'Marwick',
  'Tordesillas',
  'Wilcott',
  'Zamora',
];

/** First names and the beginnings of last ones, as people search for each other. */
export const searchedNames = firstNames.flatMap((first) =>
  lastNames.map((last) => `${first} ${last.slice(0, 4)}`),
);

/** Fills an empty database with so many posts, those who publish and read them, and what people write to each other. */
export async function fillTown(
  db: Db,
  { posts, passwordHash }: { posts: number; passwordHash: string },
): Promise<Town> {
  await migrateToLatest(db);
  await seedVolume(db, { ...defaultVolume, now: new Date(), passwordHash, posts, reactions: posts / 2 });
  await db.transaction().execute(async (trx) => {
    const one = (names: readonly string[], salt: number) => sql`(${names}::text[])[
      1 + (hashtextextended(user_id::text, ${sql.lit(salt)}) & 1048575) % ${names.length}::int]`;
    await sql`update individuals set first_name = ${one(firstNames, 1)}, last_name = ${one(lastNames, 2)}`.execute(
      trx,
    );
    await sql`create temporary table person on commit drop as
      select id, row_number() over (order by id) - 1 as n from (
        select u.id from users u where u.email like 'person-%' order by u.id limit ${counts.people}
      ) chosen`.execute(trx);
    await sql`create unique index on person (n)`.execute(trx);
    await addConversations(trx, counts.people);
  });
  await sql`vacuum (analyze)`.execute(db);
  const { rows: writers } = await sql<{ id: string; otherIds: string[] }>`
    select user_id as id, array_agg(other_id) as "otherIds" from conversation_members
    group by user_id order by user_id`.execute(db);
  const { rows: publishers } = await sql<{ id: string }>`
    select following_id as id from follows group by following_id
    order by abs(count(*) - ${usualFollowers}::int), following_id limit ${counts.publishers}`.execute(db);
  const likable = await db
    .selectFrom('posts')
    .select('id')
    .where('post_type', 'in', ['event', 'general'])
    .where('is_active', '=', true)
    .orderBy('published_at', 'desc')
    .limit(counts.likable)
    .execute();
  const people: Inhabitant[] = [];
  for (const writer of writers) people.push({ ...writer, ...(await signIn(db, writer.id)) });
  return {
    posts,
    people,
    publishers: await Promise.all(publishers.map(({ id }) => signIn(db, id))),
    likable: likable.map(({ id }) => id),
  };
}
