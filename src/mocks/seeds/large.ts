import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { demoPassword } from '#db/seeds/demo.ts';
import { seedVolume, type VolumeOptions } from '#db/seeds/volume.ts';

/** How much is added to the demo community. */
const volume: Omit<VolumeOptions, 'now' | 'passwordHash'> = {
  days: 365,
  organizations: 200,
  quietOrganizations: 20,
  quietDays: 31,
  people: 2_000,
  followsPerPerson: 10,
  posts: 10_000,
  reactions: 10_000,
  followsOfReader: 100,
  areasOfReader: 2,
  friendsOfReader: 20,
  sharesPerFriend: 10,
  // All over Toronto.
  placeOf: (n) => ({
    latitude: sql`43.6 + (${n} * 37 % 1000) / 5000.0`,
    longitude: sql`-79.6 + (${n} * 91 % 1000) / 2500.0`,
  }),
};

interface LargeOptions {
  now: Date;
  hashPassword(password: string): Promise<string>;
}

/** Adds so many posts and people to the demo community that lists have many pages; with pictures that it has. */
export async function addVolume(db: Db, { now, hashPassword }: LargeOptions): Promise<void> {
  const pictures = await db
    .selectFrom('post_images')
    .select(['path', 'width', 'height', 'description'])
    .distinctOn('path')
    .orderBy('path')
    .execute();
  await seedVolume(db, { ...volume, now, passwordHash: await hashPassword(demoPassword), pictures });
}
