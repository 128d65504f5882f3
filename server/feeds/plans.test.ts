import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';
import { withBatches } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { seedVolume, type Volume } from '#db/seeds/volume.ts';
import { createContext } from '../context.ts';
import { appRouter } from '../router.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { hasPlan, keepStatements, nodesIn, type Statement } from '../testing/plans.ts';
import { createTestPorts } from '../testing/ports.ts';
import { createCallerFactory } from '../trpc.ts';

/** Tables that grow with use: reading one from end to end gets slower with everybody who joins. */
const growing = new Set([
  'posts',
  'post_images',
  'post_required_items',
  'post_impact_areas',
  'post_skills',
  'post_interests',
  'post_counters',
  'shares',
  'scheduler_entries',
  'follows',
  'friendships',
  'endorsements',
  'memberships',
  'connections',
  'notifications',
  'notification_senders',
  'user_events',
  'users',
  'individuals',
  'organizations',
  'user_impact_areas',
  'user_organization_types',
  'user_skills',
  'known_words',
  'sessions',
]);

// Plans are those of Postgres; PGlite keeps none and holds no volume to speak of.
describe.runIf(inject('database').engine === 'postgres')('what is read often', () => {
  let database: TestDatabase;
  let volume: Volume;
  const sent: Statement[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    volume = await seedVolume(database.db, {
      now: new Date('2026-11-21T15:00:00Z'),
      passwordHash: 'hash',
      days: 365,
      organizations: 200,
      quietOrganizations: 20,
      quietDays: 31,
      people: 600,
      followsPerPerson: 20,
      posts: 12_000,
      reactions: 10_000,
      followsOfReader: 80,
      areasOfReader: 2,
      friendsOfReader: 10,
      sharesPerFriend: 10,
    });
    await crowd(database.db);
  }, 120_000);
  afterAll(() => database.close());

  /** Fills the tables that the seed leaves small: a small one is rightly read from end to end. */
  async function crowd(db: Db): Promise<void> {
    const person = sql`(select id, row_number() over (order by id) as n from users)`;
    for (const statement of [
      sql`insert into sessions select md5(u.id::text || i), u.id, now() + interval '1 day', now()
        from users u, generate_series(1, 5) i`,
      sql`insert into friendships select gen_random_uuid(), a.id, b.id, 'accepted', now(), now()
        from ${person} a join ${person} b on b.n between a.n + 1 and a.n + 20 on conflict do nothing`,
      sql`insert into endorsements select gen_random_uuid(), u.id, o.user_id, now()
        from users u cross join (select user_id from organizations order by user_id limit 20) o
        where u.id <> o.user_id`,
      sql`insert into memberships (id, individual_id, organization_id, membership_type, status, start_month,
          requested_by, created_at)
        select gen_random_uuid(), i.user_id, o.user_id, 'volunteer', 'accepted', 24000, 'individual', now()
        from individuals i cross join (select user_id from organizations order by user_id limit 20) o`,
      sql`insert into connections (sender_id, receiver_id, granted_at)
        select sender_id, receiver_id, now() from friendships`,
      sql`insert into shares select gen_random_uuid(), u.id, p.id, p.published_at + interval '1 hour'
        from ${person} u join (select id, published_at, row_number() over (order by id) as n from posts) p
          on p.n % 600 = u.n % 600 on conflict do nothing`,
      sql`insert into scheduler_entries select user_id, post_id, created_at from shares`,
      sql`update posts set start_at = published_at + interval '10 days', time_zone = 'UTC'
        where post_type in ('event', 'project', 'volunteering') and start_at is null`,
      sql`insert into notifications (id, user_id, type, post_id, latest_at)
        select gen_random_uuid(), user_id, 'new-post', post_id, now() from shares`,
      sql`insert into notification_senders
        select n.id, n.user_id, n.type, n.post_id, p.creator_id, n.latest_at
        from notifications n join posts p on p.id = n.post_id`,
      sql`insert into post_skills select p.id, s.id from posts p cross join (select id from skills limit 1) s`,
      sql`insert into user_skills
        select u.id, s.id from users u, (select id from skills order by id limit 5) s where u.user_type = 'individual'`,
      sql`insert into user_organization_types
        select o.user_id, t.id from organizations o, (select id from organization_types order by id limit 5) t`,
      sql`insert into user_impact_areas
        select u.id, a.id from users u, (select id from impact_areas order by id limit 5) a on conflict do nothing`,
      sql`update organizations set address = jsonb_build_object('latitude', 40 + random(), 'longitude', -75 + random())`,
      sql`update individuals set address = jsonb_build_object('latitude', 40 + random(), 'longitude', -75 + random())`,
      sql`insert into post_required_items select id, 0, 'Pots', 'Three', '2026-12-01' from posts`,
      sql`vacuum (analyze)`,
    ])
      await statement.execute(db);
  }

  /** Calls as a user and returns the statements that were sent to the database meanwhile. */
  async function statementsOf(
    userId: string | undefined,
    call: (caller: ReturnType<typeof createCaller>) => Promise<unknown>,
  ): Promise<Statement[]> {
    const { pool } = database;
    if (!pool) throw new Error('This needs a Postgres.');
    const db: Db = new Kysely<Database>({
      dialect: withBatches(new PostgresDialect({ pool }), { canPipeline: false }),
      log: keepStatements(sent),
    });
    const ports = createTestPorts(db);
    const token = userId && (await ports.sessions.start(db, userId)).token;
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
    const deps = { db, ports, settings: { publicUrl: 'https://gatherwell.test' } };
    sent.length = 0;
    await call(
      createCaller(createContext(deps, headers, { requestId: 'plans', clientAddress: '192.0.2.1' })),
    );
    return [...sent];
  }

  /** The tables that grow and that a statement reads from end to end, with its values and with the plan that is kept. */
  async function scannedBy(statement: Statement): Promise<string[]> {
    const client = await database.pool?.connect();
    if (!client) throw new Error('This needs a Postgres.');
    const scanned = new Set<string>();
    try {
      // A table of a few megabytes is often quickest read whole. These are to be planned as if they were large.
      await client.query('set seq_page_cost = 100');
      for (const [options, values] of [
        ['format json', [...statement.parameters]],
        ['format json, generic_plan', undefined],
      ] as const) {
        const answer = await client.query(`explain (${options}) ${statement.sql}`, values && [...values]);
        for (const node of nodesIn(answer)) {
          // Some tables have a partition for each week.
          const table = node['Relation Name']?.replace(/_(?:default|\d{8})$/, '') ?? '';
          if (node['Node Type'] === 'Seq Scan' && growing.has(table)) scanned.add(table);
        }
      }
    } finally {
      client.release(true);
    }
    return [...scanned];
  }

  const nearToronto = { latitude: 43.7, longitude: -79.4, kilometers: 50 };

  type Reader = 'reader' | 'quietReader' | 'organization' | 'visitor';
  const idOf = (reader: Reader) => (reader === 'visitor' ? undefined : volume[reader].id);

  test.each<{
    what: string;
    as: Reader;
    most: number;
    call: (caller: ReturnType<typeof createCaller>) => Promise<unknown>;
  }>([
    {
      what: 'a feed',
      as: 'reader',
      most: 2,
      call: (caller) => caller.feeds.home({}),
    },
    {
      what: 'a feed of quiet organizations',
      as: 'quietReader',
      most: 2,
      call: (caller) => caller.feeds.home({}),
    },
    {
      what: 'an organization’s own feed',
      as: 'organization',
      most: 2,
      call: (caller) => caller.feeds.home({}),
    },
    {
      what: 'a feed’s second page',
      as: 'reader',
      most: 4,
      call: async (caller) => caller.feeds.home({ cursor: (await caller.feeds.home({})).cursor }),
    },
    {
      what: 'the newest posts',
      as: 'visitor',
      most: 2,
      call: (caller) => caller.posts.list({}),
    },
    {
      what: 'an organization’s posts',
      as: 'reader',
      most: 3,
      call: (caller) => caller.posts.list({ filters: { creatorId: volume.organization.id } }),
    },
    {
      what: 'an organization’s own posts, drafts included',
      as: 'organization',
      most: 3,
      call: (caller) => caller.posts.list({ filters: { isActive: null } }),
    },
    {
      what: 'what goes on in the community',
      as: 'visitor',
      most: 4,
      call: (caller) => caller.posts.search({}),
    },
    {
      what: 'posts on a map',
      as: 'visitor',
      most: 2,
      call: (caller) => caller.posts.points({}),
    },
    {
      what: 'posts of a type with an address that many have, on a map',
      as: 'visitor',
      most: 2,
      call: (caller) =>
        caller.posts.points({ filters: { postTypes: ['event'], fullAddress: 'Larkfield Avenue' } }),
    },
    {
      what: 'posts for a cause with an address that many have',
      as: 'visitor',
      most: 4,
      call: (caller) =>
        caller.posts.search({ filters: { impactAreas: ['animals'], fullAddress: 'Larkfield Avenue' } }),
    },
    {
      what: 'posts near a place',
      as: 'visitor',
      most: 3,
      call: (caller) => caller.posts.search({ filters: { near: nearToronto } }),
    },
    {
      what: 'a further page of them',
      as: 'visitor',
      most: 6,
      call: async (caller) => {
        const filters = { near: nearToronto };
        return caller.posts.search({ filters, ...(await caller.posts.search({ filters })).pages[1] });
      },
    },
    {
      what: 'posts of a type and for a cause near a place, on a map',
      as: 'visitor',
      // Those that are open and those that have ended, each among the nearest of all or by what they are.
      most: 5,
      call: (caller) =>
        caller.posts.points({
          filters: { near: nearToronto, postTypes: ['event'], impactAreas: ['animals'] },
        }),
    },
    {
      what: 'organizations near oneself',
      as: 'reader',
      most: 6,
      call: (caller) => caller.search.organizations({ filters: { near: { kilometers: 200 } } }),
    },
    {
      what: 'individuals near an organization',
      as: 'organization',
      most: 6,
      call: (caller) => caller.search.individuals({ filters: { near: { kilometers: 5 } } }),
    },
    {
      what: 'names near oneself',
      as: 'reader',
      most: 15,
      call: (caller) => caller.profiles.search({ name: 'number', near: { kilometers: 25 } }),
    },
    {
      what: 'suggestions near oneself',
      as: 'reader',
      most: 6,
      call: (caller) => caller.profiles.suggestions({ id: volume.reader.id, near: { kilometers: 200 } }),
    },
    {
      what: 'posts by every filter',
      as: 'visitor',
      most: 3,
      call: (caller) =>
        caller.posts.search({
          filters: {
            title: 'nothing is called so',
            keyword: 'nor said so',
            fullAddress: 'nor there',
            impactAreas: ['animals'],
            postTypes: ['event'],
            topNeed: true,
            startDate: '2026-11-21T00:00:00Z',
            endDate: '2026-11-28T00:00:00Z',
          },
        }),
    },
    {
      what: 'notifications',
      as: 'reader',
      most: 5,
      call: (caller) => caller.notifications.list({}),
    },
    {
      what: 'the badge',
      as: 'reader',
      most: 2,
      call: (caller) => caller.notifications.count({ onlyNew: true }),
    },
    {
      what: 'a calendar',
      as: 'reader',
      most: 4,
      call: (caller) => caller.calendar.ofUser({ id: volume.reader.id }),
    },
    {
      what: 'an organization’s calendar, with what is scheduled',
      as: 'organization',
      most: 4,
      call: (caller) =>
        caller.calendar.ofUser({ id: volume.organization.id, filters: { scheduledPublish: true } }),
    },
    {
      what: 'followers',
      as: 'organization',
      most: 5,
      call: (caller) => caller.follows.followers({ id: volume.organization.id }),
    },
    {
      what: 'whom somebody follows',
      as: 'reader',
      most: 5,
      call: (caller) => caller.follows.followings({ id: volume.reader.id }),
    },
    {
      what: 'endorsers',
      as: 'reader',
      most: 5,
      call: (caller) => caller.endorsements.endorsers({ id: volume.organization.id }),
    },
    {
      what: 'whom somebody endorses',
      as: 'visitor',
      most: 3,
      call: (caller) => caller.endorsements.endorsees({ id: volume.reader.id }),
    },
    {
      what: 'somebody’s friends',
      as: 'organization',
      most: 5,
      call: (caller) => caller.friendships.friends({ id: volume.reader.id }),
    },
    {
      what: 'friend requests',
      as: 'reader',
      most: 5,
      call: (caller) => caller.friendships.list({ userId: volume.reader.id, status: 'pending' }),
    },
    {
      what: 'members of an organization',
      as: 'reader',
      most: 5,
      call: (caller) => caller.memberships.list({ filters: { organizationId: volume.organization.id } }),
    },
    {
      what: 'members of an organization, by state and type',
      as: 'organization',
      most: 5,
      call: (caller) =>
        caller.memberships.list({
          filters: { organizationId: volume.organization.id, status: 'pending', membershipType: 'board' },
        }),
    },
    {
      what: 'members on an organization’s page',
      as: 'visitor',
      most: 4,
      call: (caller) => caller.memberships.members({ id: volume.organization.id }),
    },
    {
      what: 'what a user did with an organization',
      as: 'organization',
      most: 3,
      call: (caller) => caller.prospects.timeline({ userId: volume.reader.id }),
    },
    {
      what: 'where somebody belongs',
      as: 'organization',
      most: 5,
      call: (caller) => caller.memberships.list({ filters: { individualId: volume.reader.id } }),
    },
    {
      what: 'what a page says of its organization',
      as: 'reader',
      most: 13,
      call: (caller) => caller.profiles.publicInfo({ id: volume.organization.id }),
    },
    {
      what: 'those to whom one may write',
      as: 'reader',
      most: 5,
      call: (caller) => caller.connections.users({ id: volume.reader.id }),
    },
    {
      what: 'who likes a post',
      as: 'reader',
      most: 8,
      call: async (caller) => {
        const [post] = (await caller.posts.list({})).items;
        return caller.posts.committed({ id: post?._id ?? '', interestType: 'liked' });
      },
    },
    {
      what: 'who reacted to a post',
      as: 'reader',
      most: 8,
      call: async (caller) => {
        const [post] = (await caller.posts.list({})).items;
        return caller.posts.followers({ id: post?._id ?? '' });
      },
    },
    {
      what: 'a like',
      as: 'quietReader',
      // Twice a session, the newest post, and what a write needs.
      most: 20,
      call: async (caller) => {
        const liked = (await caller.posts.list({ filters: { postTypes: ['general'] } })).items[0];
        return caller.posts.like({ id: liked?._id ?? '' });
      },
    },
    {
      what: 'a search by name',
      as: 'reader',
      most: 12,
      call: (caller) => caller.profiles.search({ name: 'persno numb' }),
    },
    {
      what: 'of how many people rules hold',
      as: 'organization',
      most: 4,
      call: (caller) =>
        caller.cultivations.countRules({
          rules: {
            all: [
              { about: 'reactions', what: ['liked', 'going'], times: 2, days: 90 },
              { about: 'silence', days: 7 },
              { about: 'follows', holds: true },
              { about: 'endorses', holds: false },
              { about: 'membership', holds: false, types: ['board'] },
              { about: 'invited', holds: false },
              { about: 'skills', ids: ['cooking'] },
              { about: 'causes', ids: ['animals'] },
            ],
          },
        }),
    },
    {
      what: 'who lives somewhere',
      as: 'organization',
      most: 4,
      call: (caller) =>
        caller.cultivations.countRules({
          rules: {
            all: [
              { about: 'place', label: 'Leeds', latitude: 53.8, longitude: -1.5, kilometers: 25 },
              { about: 'follows', holds: false },
            ],
          },
        }),
    },
    {
      what: 'all organizations',
      as: 'visitor',
      most: 5,
      call: (caller) => caller.search.organizations({}),
    },
    {
      what: 'a further page of them',
      as: 'visitor',
      most: 11,
      call: async (caller) => {
        const { pages } = await caller.search.organizations({});
        return caller.search.organizations(pages[1] ?? {});
      },
    },
    {
      what: 'organizations that every filter lets through',
      as: 'reader',
      most: 7,
      call: (caller) =>
        caller.search.organizations({
          filters: {
            userType: 'organization',
            name: 'organisation',
            impactAreas: ['animals'],
            organizationTypes: ['shelter'],
            serviceAreas: ['Philadelphia, PA'],
            address: 'toronto',
            keyword: 'soup',
            keywords: ['soup'],
          },
        }),
    },
    {
      what: 'all individuals whom somebody with friends may find',
      as: 'reader',
      most: 5,
      call: (caller) => caller.search.users({ filters: { userType: 'individual' } }),
    },
    {
      what: 'individuals who look for something',
      as: 'organization',
      most: 7,
      call: (caller) =>
        caller.search.individuals({
          filters: {
            userType: 'individual',
            onlyLookingForProject: true,
            address: 'toronto',
            skills: ['cooking'],
          },
        }),
    },
    {
      what: 'followers who interacted with posts',
      as: 'organization',
      most: 7,
      call: (caller) =>
        caller.search.individuals({
          filters: { userType: 'individual', onlyFollowers: true, onlyInteractedWithPosts: true },
        }),
    },
  ])(
    '$what takes at most $most statements and reads no large table from end to end',
    async ({ as, most, call }) => {
      const statements = await statementsOf(idOf(as), call);
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.length).toBeLessThanOrEqual(most);
      for (const statement of statements)
        if (hasPlan(statement)) expect(await scannedBy(statement), statement.sql).toEqual([]);
    },
  );

  it.each([
    ['in all', {}],
    ['of a type that has no place', { postTypes: ['general' as const] }],
    ['with a word that none has', { title: 'zeppelin' }],
    ['for a cause that none has', { impactAreas: ['nothing'] }],
    ['that need a skill that none needs', { skills: ['nothing'] }],
  ])(
    'reads little more posts near a place than are counted, however many are there: %s',
    async (_, filter) => {
      const statements = await statementsOf(undefined, (caller) =>
        caller.posts.search({ filters: { near: nearToronto, ...filter } }),
      );
      const found = statements.filter((statement) => / as kilometers/.test(statement.sql));
      expect(found).not.toEqual([]);
      let read = 0;
      for (const statement of found) read += await rowsReadFrom('posts', statement);
      // What the first page's links lead to, and some more to be put into the order of real distances: of both kinds.
      expect(read).toBeLessThan(420);
    },
  );

  it('finds posts by a word that many titles have in the index of the newest alone', async () => {
    await sql`update posts set title = 'Zucchini soup' where id in (select id from posts order by id limit 240)`.execute(
      database.db,
    );
    await sql`vacuum (analyze) posts`.execute(database.db);
    const statements = await statementsOf(undefined, (caller) =>
      caller.posts.search({ filters: { title: 'zucchini' } }),
    );
    const lists = statements.filter(({ sql: text }) => /ilike/.test(text) && /order by/.test(text));
    expect(lists).not.toEqual([]);
    for (const list of lists) {
      const answer = await database.pool?.query(`explain (format json) ${list.sql}`, [...list.parameters]);
      const scans = answer && nodesIn(answer).filter((node) => 'Index Name' in node);
      expect(scans, list.sql).toMatchObject([
        { 'Node Type': 'Index Only Scan', 'Index Name': 'posts_listed_with_title' },
      ]);
    }
  });

  it('reads little more than a page of those who reacted to a post, however many did', async () => {
    const post = await database.db
      .selectFrom('posts')
      .select('id')
      .where('is_active', '=', true)
      .executeTakeFirstOrThrow();
    await sql`insert into post_interests (post_id, user_id, liked_at, interested_at, going_at)
      select ${post.id}::uuid, id, now() - n * interval '1 minute',
        case when n % 2 = 0 then now() - n * interval '1 second' end, case when n % 3 = 0 then now() - n * interval '1 hour' end
      from (select user_id as id, row_number() over (order by user_id) as n from organizations) as everybody_may_find
      on conflict (post_id, user_id) do update set liked_at = excluded.liked_at`.execute(database.db);
    await sql`vacuum (analyze) post_interests`.execute(database.db);
    const limit = 10;
    const pages = await statementsOf(volume.reader.id, async (caller) => {
      const { cursor } = await caller.posts.followers({ id: post.id, limit });
      return caller.posts.followers({ id: post.id, limit, cursor });
    });
    const lists = pages.filter((statement) => hasPlan(statement) && /"post_interests"/.test(statement.sql));
    expect(lists).toHaveLength(2);
    for (const statement of lists) {
      const read = await rowsReadFrom('post_interests', statement);
      // A page by each of the three reactions, and those who were on a page before by a later one.
      expect(read, statement.sql).toBeLessThan(100);
    }
  });

  /** Returns how many rows of a table a statement reads when it runs. */
  async function rowsReadFrom(table: string, { sql: text, parameters }: Statement): Promise<number> {
    const client = await database.pool?.connect();
    if (!client) throw new Error('This needs a Postgres.');
    try {
      // A few hundred rows are quickest sorted. These are to be planned as if they were many.
      await client.query('set enable_sort = off');
      const answer = await client.query(`explain (analyze, format json) ${text}`, [...parameters]);
      return nodesIn(answer)
        .filter((node) => node['Relation Name'] === table)
        .reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0), 0);
    } finally {
      client.release(true);
    }
  }

  test('reading from end to end is noticed', async () => {
    const everything = sql`select id from posts where description like '%soup%'`.compile(database.db);
    expect(await scannedBy(everything)).toEqual(['posts']);
  });
});

const createCaller = createCallerFactory(appRouter);
