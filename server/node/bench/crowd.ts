import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Db, migrateToLatest } from '#db/database.ts';
import { seedPeople } from '#db/seeds/people-volume.ts';
import { defaultVolume, seedVolume, type Volume } from '#db/seeds/volume.ts';
import { createSessions } from '#server/accounts/sessions.ts';

/** A user with a session. */
export interface Member {
  id: string;
  token: string;
  /** Of the same session, for a browser. */
  cookieToken: string;
}

/** Readers of each kind. Every one has the same feed as the others of the kind, and rows of their own. */
export interface Crowd {
  readers: Record<ReaderKind, Member[]>;
  organization: Member;
  /** Organizations that published more than a page each, that one among them. */
  publishers: Member[];
}

/** The readers whose feeds are measured. */
export const readerKinds = {
  busy: 'follows 200 organizations',
  quiet: 'follows 20 organizations that published nothing this month',
  social: 'follows 200, has 2 causes, and 20 friends who shared 200 posts',
};
export type ReaderKind = keyof typeof readerKinds;

/** A user may ask 1,200 times a minute. So many of each kind can be asked for as fast as any server responds. */
const readersOfEachKind = 64;

/** How many organizations ask about their own posts. */
const publisherCount = 48;

/** How many organizations ask about people: each at most 1,200 times a minute. */
const askingOrganizations = 200;

/** Fills an empty database with so many posts, over a year, and with those who read them. */
export async function fill(
  db: Db,
  { posts, passwordHash }: { posts: number; passwordHash: string },
): Promise<Crowd> {
  await migrateToLatest(db);
  const now = new Date();
  const volume = await seedVolume(db, { ...defaultVolume, now, passwordHash, posts, reactions: posts / 2 });
  const crowd = {
    readers: {
      busy: await addReaders(db, volume.reader, { isSocial: false }),
      quiet: await addReaders(db, volume.quietReader, { isSocial: false }),
      social: await addReaders(db, volume.reader, { isSocial: true }),
    },
    organization: await signIn(db, volume.organization.id),
    publishers: await signInPublishers(db),
  };
  await sql`vacuum (analyze)`.execute(db);
  return crowd;
}

/** Fills an empty database with so many people and twenty relations for each. Returns organizations among them. */
export async function fillCommunity(
  db: Db,
  { people, passwordHash }: { people: number; passwordHash: string },
): Promise<Member[]> {
  await migrateToLatest(db);
  await seedPeople(db, { now: new Date(), passwordHash, people, relationsPerPerson: 21 });
  const { rows } = await membersOf(askingOrganizations).execute(db);
  const members: Member[] = [];
  for (const { id } of rows) members.push(await signIn(db, id));
  return members;
}

/** Adds people who follow what a reader follows, and, where they are social, have the same causes and friends. */
async function addReaders(
  db: Db,
  { id: original }: Volume['reader'],
  { isSocial }: { isSocial: boolean },
): Promise<Member[]> {
  const ids = Array.from({ length: readersOfEachKind }, () => uuid());
  const readers = sql`unnest(${ids}::uuid[]) as reader(id)`;
  await db.transaction().execute(async (trx) => {
    await sql`insert into users (id, user_type, email, password_hash, created_at)
      select reader.id, u.user_type, reader.id || '@reader.gatherwell.example', u.password_hash, u.created_at
      from users u, ${readers} where u.id = ${original}`.execute(trx);
    await sql`insert into user_heads (user_id) select id from ${readers}`.execute(trx);
    await sql`insert into individuals (user_id, first_name, last_name)
      select id, 'Reader', 'Number ' || row_number() over (order by id) from ${readers}`.execute(trx);
    await sql`insert into follows (id, follower_id, following_id, created_at)
      select gen_random_uuid(), reader.id, f.following_id, f.created_at
      from follows f, ${readers} where f.follower_id = ${original}`.execute(trx);
    if (!isSocial) return;
    await sql`insert into user_impact_areas (user_id, impact_area_id)
      select reader.id, a.impact_area_id from user_impact_areas a, ${readers}
      where a.user_id = ${original}`.execute(trx);
    await sql`insert into friendships (id, sender_id, receiver_id, status, created_at, accepted_at)
      select gen_random_uuid(), f.friend_id, reader.id, 'accepted', now(), now()
      from friends f, ${readers} where f.user_id = ${original}`.execute(trx);
  });
  return Promise.all(ids.map((id) => signIn(db, id)));
}

/** Gives an organization that many followers who are nobody else's. */
export async function addFollowers(db: Db, organizationId: string, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create temporary table followers on commit drop as
      select gen_random_uuid() as id, now() - n * interval '1 second' as at from generate_series(1, ${count}::int) n`.execute(
      trx,
    );
    await sql`insert into users (id, user_type, email, password_hash, created_at)
      select id, 'individual', id || '@follower.gatherwell.example', '', at from followers`.execute(trx);
    await sql`insert into user_heads (user_id) select id from followers`.execute(trx);
    await sql`insert into individuals (user_id, first_name, last_name) select id, 'Follower', '' from followers`.execute(
      trx,
    );
    await sql`insert into follows (id, follower_id, following_id, created_at)
      select gen_random_uuid(), id, ${organizationId}, at from followers`.execute(trx);
  });
  await sql`vacuum (analyze)`.execute(db);
}

async function signInPublishers(db: Db): Promise<Member[]> {
  const { rows } = await sql<{ id: string }>`
    select creator_id as id from posts group by creator_id order by count(*) desc limit ${publisherCount}`.execute(
    db,
  );
  return Promise.all(rows.map(({ id }) => signIn(db, id)));
}

/** Starts a session for a user. */
export async function signIn(db: Db, id: string): Promise<Member> {
  const { token, cookieToken } = await createSessions({ carrier: 'bearer' }).start(db, id);
  return { id, token, cookieToken };
}

/** Organizations out of the crowd, spread over all ages. */
const membersOf = (count: number) => sql<{ id: string }>`
  select user_id as id from (
    select user_id, row_number() over (order by user_id) as n, count(*) over () as total from organizations
  ) numbered
  where n % greatest(1, total / ${count}::int) = 0 order by n limit ${count}`;
