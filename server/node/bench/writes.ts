import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Member } from './crowd.ts';
import { type Contender, median, type RaceOptions, race, ratio } from './load.ts';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';
import type { YardstickWrite } from './yardstick/writes.ts';

/** What people do most, as a call of the server. */
interface Write {
  what: string;
  procedure: string;
  input: (targetId: string, userId: string) => object;
  /** Resolves to the ids that it can be done to. */
  findTargets: (site: Site) => Promise<string[]>;
}

const postsOf =
  (...types: ('event' | 'general' | 'volunteering')[]) =>
  async ({ db }: Site) => {
    const posts = await db
      .selectFrom('posts')
      .select('id')
      .where('post_type', 'in', types)
      .where('is_active', '=', true)
      .orderBy('published_at', 'desc')
      .limit(4_000)
      .execute();
    return posts.map(({ id }) => id);
  };

/** The same, of posts that take place later: nobody can go to one that has ended. */
async function findUpcoming(site: Site): Promise<string[]> {
  const ids = await postsOf('event', 'volunteering')(site);
  await sql`update posts set start_at = now() + interval '1 month', end_at = null
    where id = any(${ids}::uuid[])`.execute(site.db);
  return ids;
}

/** People whom no reader of the crowd follows. */
async function findPeople({ db }: Site): Promise<string[]> {
  const people = await db
    .selectFrom('individuals as i')
    .select('i.user_id')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('sessions as s').select('s.id').whereRef('s.user_id', '=', 'i.user_id')),
      ),
    )
    .orderBy('i.user_id')
    .limit(4_000)
    .execute();
  return people.map((row) => row.user_id);
}

const writes: Record<YardstickWrite, Write> = {
  like: {
    what: 'a like, with its notification, events and key',
    procedure: 'posts.like',
    input: (id) => ({ id }),
    findTargets: postsOf('event', 'general'),
  },
  going: {
    what: 'a going, the same',
    procedure: 'posts.going',
    input: (id) => ({ id }),
    findTargets: findUpcoming,
  },
  follow: {
    what: 'a follow, the same',
    procedure: 'follows.follow',
    input: (followingId, followerId) => ({ followerId, followingId }),
    findTargets: findPeople,
  },
  share: {
    what: 'a share, with its job, event and key',
    procedure: 'shares.create',
    input: (postId, userId) => ({ postId, userId }),
    findTargets: postsOf('general', 'volunteering'),
  },
};

/** How many writes a connection has at hand for one turn: more than it gets to send. */
const atHand = 400;

/** The share of the yardstick's throughput that the server is to reach. */
const goal = { least: 0.4 };

/** Each write through the server, beside the same reads and rows in one prepared statement. */
export async function measureWrites(site: Site, options: RaceOptions): Promise<Figure[]> {
  const prepared = await Promise.all(
    Object.entries(writes).map(async ([name, write]) => ({
      what: write.what,
      contenders: contendersFor(site, { name, write, targetIds: await write.findTargets(site) }),
    })),
  );
  // The tables that writes fill are empty at first, and planned for as such until their statistics are read.
  for (const { contenders } of prepared) await race(contenders, { ...options, rounds: 0 });
  await sql`analyze`.execute(site.db);

  const figures: Figure[] = [];
  for (const { what, contenders } of prepared) {
    const { server, yardstick } = await race(contenders, options);
    figures.push({
      what,
      ratio: ratio(server, yardstick),
      goal,
      measured: `${digits(median(server))} of ${digits(median(yardstick))} requests/s`,
      memory: await site.memory(),
    });
  }
  return figures;
}

/** Returns who does a write: the server, and its yardstick. Each gets pairs of a target and a member that are new. */
function contendersFor(
  site: Site,
  { name, write, targetIds }: { name: string; write: Write; targetIds: readonly string[] },
): Record<'yardstick' | 'server', Contender> {
  const fresh = everyPair(targetIds, [...site.readers.busy, ...site.readers.quiet]);
  const take = () =>
    Array.from({ length: atHand }, () => {
      const { value } = fresh.next();
      if (!value) throw new Error(`There is nothing left to ${name}.`);
      return value;
    });
  return {
    yardstick: {
      url: site.yardstick,
      requests: () =>
        take().map(({ targetId, member }) => ({
          method: 'POST',
          path: `/${name}`,
          headers: { authorization: `Bearer ${member.token}` },
          body: JSON.stringify({ targetId, userId: member.id }),
        })),
    },
    server: {
      url: site.server,
      requests: () =>
        take().map(({ targetId, member }) => ({
          method: 'POST',
          path: `/api/trpc/${write.procedure}`,
          headers: {
            authorization: `Bearer ${member.token}`,
            'content-type': 'application/json',
            'idempotency-key': uuid(),
          },
          body: JSON.stringify(write.input(targetId, member.id)),
        })),
    },
  };
}

/** Yields every member with every target, once: those that follow each other are of other members and other targets. */
function* everyPair(targetIds: readonly string[], members: readonly Member[]) {
  for (let round = 0; round < targetIds.length; round++)
    for (const [index, member] of members.entries()) {
      const targetId = targetIds[(round + index) % targetIds.length];
      if (targetId !== undefined) yield { targetId, member };
    }
}
