import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { assert, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseTimeout } from '#db/unavailable.ts';
import { setUpWorld } from '../testing/cast.ts';
import { readHead } from '../testing/page-head.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';
import type { PageData } from './page-data.schema.ts';
import { createAppShell, escapeHtml } from './page-head.ts';
import { createPublicPages, findPublicPage } from './public-pages.ts';

const appPage =
  '<!doctype html><html><head><meta name="description" content="All of it" /><title>Gatherwell</title></head></html>';

const world = setUpWorld(addLookups);
let carol: Person;
let pages: ReturnType<typeof createPublicPages>;

beforeAll(async () => {
  carol = await world.organization('carol', {
    name: 'Carol & Sons',
    mission: 'Soup for all.',
    website: 'https://carol.example/',
    address: JSON.stringify({ street1: '1 Elm Street', city: 'Philadelphia', state: 'PA', country: 'US' }),
    profile_picture: 'c'.repeat(64),
  });
  pages = createPublicPages(world.deps, createAppShell(appPage));
});

/** Asks as a crawler does, by whatever name it knows this server. */
async function get(path: string, headers: Record<string, string> = {}, respond = pages) {
  const page = findPublicPage(path);
  assert(page, path);
  return respond(new Request(`https://evil.example${path}`, { headers }), page);
}

async function read(path: string, headers?: Record<string, string>) {
  const response = await get(path, headers);
  assert(response);
  const text = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), text, ...readHead(text) };
}

const publish = async (post: object = {}) =>
  (await world.as(carol).posts.create({ ...fullPosts.event, ...post }))._id;

describe('the page of a post', () => {
  it('gives title, description, picture and event, at the configured address', async () => {
    const picture = { path: 'd'.repeat(64), width: 1600, height: 1200, description: 'A pot' };
    const id = await publish();
    await world.db
      .insertInto('post_images')
      .values(
        [1, 0].map((position) => ({
          post_id: id,
          position,
          ...picture,
          path: (position === 0 ? 'd' : 'e').repeat(64),
          created_at: new Date(),
        })),
      )
      .execute();
    const address = `https://gatherwell.test/post/event/details/${id}`;
    // The type in the address does not matter to the app either.
    for (const path of [`/post/event/details/${id}`, `/post/x/details/${id.toUpperCase()}/`]) {
      const { status, title, meta, canonical, data, headers } = await read(path);
      expect(status).toBe(200);
      expect(title).toBe('Soup night · Gatherwell');
      expect(canonical).toBe(address);
      expect(meta).toMatchObject({
        description: 'Tue, Dec 1, 2026, 1:00 PM EST · 12 Elm Street, Philadelphia · Bring a friend, or two.',
        'og:title': 'Soup night',
        'og:url': address,
        'og:type': 'article',
        'og:image': `https://gatherwell.test/media/${picture.path}/800`,
        'og:image:height': '600',
        'og:image:alt': 'A pot',
        'twitter:card': 'summary_large_image',
      });
      expect(meta).not.toHaveProperty('robots');
      expect(data).toEqual([
        expect.objectContaining({
          '@type': 'Event',
          name: 'Soup night',
          startDate: '2026-12-01T13:00:00-05:00',
          endDate: '2026-12-01T15:30:00-05:00',
          url: address,
          organizer: {
            '@type': 'Organization',
            name: 'Carol & Sons',
            url: `https://gatherwell.test/organization/details/${carol._id}`,
          },
        }),
      ]);
      expect(JSON.stringify([meta, canonical, data])).not.toContain('evil.example');
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=60',
        vary: 'cookie',
      });
    }
  });

  it('shows the picture of the organization where the post has none', async () => {
    const { _id } = await world.as(carol).posts.create(fullPosts.general);
    const { meta } = await read(`/post/general/details/${_id}`);
    expect(meta).toMatchObject({
      'og:image': `https://gatherwell.test/media/${'c'.repeat(64)}/400`,
      'og:image:alt': 'Carol & Sons',
      'twitter:card': 'summary',
    });
  });

  it('returns 304 to who has this version, and the new one after a change', async () => {
    const id = await publish();
    const path = `/post/event/details/${id}`;
    const { etag = '' } = (await read(path)).headers;
    const again = await get(path, { 'if-none-match': `"other", ${etag}` });
    expect([again?.status, await again?.text()]).toEqual([304, '']);
    await world.as(carol).posts.update({ id, ...fullPosts.event, title: 'Stew night' });
    expect(await read(path, { 'if-none-match': etag })).toMatchObject({
      status: 200,
      title: 'Stew night · Gatherwell',
    });
  });
});

describe('the page of a user', () => {
  it('describes an organization', async () => {
    const address = `https://gatherwell.test/organization/details/${carol._id}`;
    const { status, title, meta, canonical, data } = await read(`/organization/details/${carol._id}`);
    expect([status, title, canonical]).toEqual([200, 'Carol & Sons · Gatherwell', address]);
    expect(meta).toMatchObject({ description: 'Soup for all.', 'og:url': address });
    expect(data).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: 'Carol & Sons',
        url: address,
        logo: `https://gatherwell.test/media/${'c'.repeat(64)}/400`,
        description: 'Soup for all.',
        sameAs: 'https://carol.example/',
        address: {
          '@type': 'PostalAddress',
          streetAddress: '1 Elm Street',
          addressLocality: 'Philadelphia',
          addressRegion: 'PA',
          addressCountry: 'US',
        },
      },
    ]);
  });

  it('names an individual, and asks search engines not to list the page', async () => {
    const alice = await world.individual('alice', {
      phone: '555 0100',
      address: JSON.stringify({ city: 'Philadelphia' }),
      profile_picture: 'a'.repeat(64),
    });
    const { status, title, meta, data, text } = await read(`/individual/details/${alice._id}`);
    expect([status, title, data]).toEqual([200, 'Alice Example · Gatherwell', []]);
    expect(meta).toMatchObject({
      robots: 'noindex',
      'og:type': 'profile',
      'og:image': `https://gatherwell.test/media/${'a'.repeat(64)}/400`,
    });
    expect(text).not.toMatch(/555 0100|Philadelphia/);
  });
});

it('responds to what a visitor does not see as to what is not there', async () => {
  const nothing = await get(`/post/event/details/${uuid()}`);
  assert(nothing);
  expect(nothing.status).toBe(404);
  expect(nothing.headers.get('cache-control')).toBe('no-cache');
  const expected = { body: await nothing.text(), headers: [...nothing.headers] };
  expect(expected.body).toBe(appPage);

  const [shown, withdrawn, deleted] = [await publish(), await publish(), await publish()];
  await world.as(carol).posts.update({ id: withdrawn, ...fullPosts.event, isActive: false });
  await world.as(carol).posts.remove({ id: deleted });
  const draft = await publish({ isActive: false });
  const scheduled = await publish({
    isActive: false,
    scheduledPublish: true,
    scheduledPublishDateTime: '2030-01-01T00:00:00.000Z',
  });
  const alice = await world.individual('alice');
  const [unsearchable, never, friendsOnly] = [
    await world.individual('bob', { is_user_searchable: false }),
    await world.individual('dan', { show_on_search: 'never' }),
    await world.individual('eve', { show_on_search: 'friends-of-friends' }),
  ];
  const [ada, nameless, unnamed] = [
    await world.admin('ada'),
    await world.newcomer('individual'),
    await world.newcomer('organization'),
  ];

  expect((await get(`/post/event/details/${shown}`))?.status).toBe(200);
  expect((await get(`/individual/details/${alice._id}`))?.status).toBe(200);
  for (const path of [
    ...[withdrawn, deleted, draft, scheduled, carol._id, 'x', `${shown}'`].map(
      (id) => `/post/event/details/${id}`,
    ),
    ...[unsearchable, never, friendsOnly, ada, nameless, carol].map(
      ({ _id }) => `/individual/details/${_id}`,
    ),
    ...[unnamed, alice].map(({ _id }) => `/organization/details/${_id}`),
    `/organization/details/${shown}`,
  ]) {
    const response = await get(path);
    expect(response?.status, path).toBe(404);
    expect({ body: await response?.text(), headers: [...(response?.headers ?? [])] }, path).toEqual(expected);
  }
});

it('leaves the page of who has a session to the app', async () => {
  const draft = await publish({ isActive: false });
  const queries = await world.countQueries(async () => {
    for (const headers of [{ cookie: carol.cookie }, { authorization: `Bearer ${carol.token}` }])
      expect(await get(`/post/event/details/${draft}`, headers)).toBeUndefined();
  });
  expect(queries).toBe(0);
});

it('asks the database once for a page, whether it is there or not', async () => {
  const id = await publish();
  const count = (path: string) => world.countQueries(() => get(path));
  expect(await count(`/post/event/details/${id}`)).toBe(1);
  expect(await count(`/post/event/details/${uuid()}`)).toBe(1);
  expect(await count(`/organization/details/${carol._id}`)).toBe(1);
  expect(await count(`/individual/details/${uuid()}`)).toBe(1);
  expect(await count('/individual/details/nobody')).toBe(0);
});

it('responds with 503 while the database is unavailable, and with the app all the same', async () => {
  const away = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => Promise.reject(new DatabaseTimeout()),
  });
  const respond = createPublicPages({ ...world.deps, db: away }, createAppShell(appPage));
  const page = await get(`/post/event/details/${uuid()}`, {}, respond);
  expect([page?.status, page?.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await page?.text()).toBe(appPage);
  expect((await get('/sitemap.xml', {}, respond))?.status).toBe(503);
});

describe('the screens of visitors', () => {
  const page = appPage.replace('</html>', '<body><div id="root"></div></body></html>');
  const render = async (path: string, { newest, post, profile, members, posts }: PageData) =>
    `<p>${escapeHtml(
      [
        path,
        ...(profile ? [profile.name] : []),
        ...[...(newest?.items ?? []), post].flatMap((one) => one?.title ?? []),
        ...(members?.items ?? []).map(({ individualName }) => individualName),
        ...(posts?.items ?? []).map(({ title }) => title),
      ].join('|'),
    )}</p>`;
  const withScreens = () => createPublicPages(world.deps, createAppShell(page), render);
  const show = async (path: string, respond: typeof pages, headers?: Record<string, string>) => {
    const response = await get(path, headers, respond);
    const text = (await response?.text()) ?? '';
    const [, shown, json = 'null'] =
      /<div id="root"><p>(.*?)<\/p><\/div>\s*<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(
        text,
      ) ?? [];
    return { status: response?.status, text, shown, data: JSON.parse(json) as PageData | null };
  };

  it('hold the newest posts and what they were made of, and no drafts', async () => {
    const title = 'Soup </script><script>alert(1)</script> $& night';
    const id = await publish({ title });
    const draft = await publish({ title: 'Not yet', isActive: false });
    const { status, shown, data, text } = await show('/', withScreens());
    expect(status).toBe(200);
    expect(shown).toContain(escapeHtml(title));
    expect(data?.newest?.items[0]).toMatchObject({ _id: id, title });
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain(draft);
    expect(text).toContain('<title>Gatherwell</title>');
  });

  it('are read once for all who come at one time', async () => {
    const respond = withScreens();
    const queries = await world.countQueries(async () => {
      await Promise.all([show('/', respond), show('/', respond), show('/', respond)]);
    });
    expect(queries).toBe(await world.countQueries(() => show('/', withScreens())));
  });

  it('show a post to whom it is published, under its own head', async () => {
    const id = await publish({ title: 'Seed swap' });
    const respond = withScreens();
    const { shown, data, text } = await show(`/post/event/details/${id}`, respond);
    expect(shown).toBe(`/post/event/details/${id}|Seed swap`);
    expect(data?.post?._id).toBe(id);
    expect(readHead(text).title).toBe('Seed swap · Gatherwell');
    const draft = await publish({ title: 'Not yet', isActive: false });
    expect(await show(`/post/event/details/${draft}`, respond)).toMatchObject({ status: 404, text: page });
  });

  it('show an organization with its posts and whom strangers find among its members', async () => {
    const dave = await world.organization('dave', { name: 'Dave’s Diner' });
    const [alice, hidden] = [
      await world.individual('alice'),
      await world.individual('bob', { first_name: 'Bob', is_user_searchable: false }),
    ];
    for (const person of [alice, hidden]) {
      const { _id: id } = await world.as(person).memberships.create({
        individualId: person._id,
        organizationId: dave._id,
        membershipType: 'volunteer',
        startTime: { month: 2, year: 2024 },
      });
      await world.as(dave).memberships.accept({ id });
    }
    await world.as(dave).posts.create({ ...fullPosts.event, title: 'Stew night' });
    await world.as(dave).posts.create({ ...fullPosts.event, title: 'Not yet', isActive: false });
    const path = `/organization/details/${dave._id}`;
    const { status, shown, data, text } = await show(path, withScreens());
    expect([status, shown]).toEqual([200, escapeHtml(`${path}|Dave’s Diner|Alice Example|Stew night`)]);
    expect(data?.profile).toMatchObject({ _id: dave._id, relation: null });
    expect(text).not.toMatch(/Bob|Not yet/);
    expect(readHead(text).title).toBe('Dave’s Diner · Gatherwell');
  });

  it('show of an individual what strangers may see, and nobody who is not to be found', async () => {
    const privateParts = {
      phone: '555 0100',
      address: JSON.stringify({ street1: '1 Elm Street', city: 'Philadelphia' }),
    };
    const alice = await world.individual('alice', privateParts);
    const path = `/individual/details/${alice._id}`;
    const { status, shown, data, text } = await show(path, withScreens());
    expect([status, shown]).toEqual([200, `${path}|Alice Example`]);
    expect(Object.keys(data ?? {})).toEqual(['profile']);
    expect(data?.profile).toEqual(await world.visitor.profiles.publicInfo({ id: alice._id }));
    expect(text).not.toMatch(/555 0100|1 Elm Street|alice@/);
    const bob = await world.individual('bob', { ...privateParts, is_user_searchable: false });
    expect(await show(`/individual/details/${bob._id}`, withScreens())).toMatchObject({
      status: 404,
      text: page,
    });
  });

  it('are counted for their own clients alone: nobody uses up what others have', async () => {
    const id = await publish({ title: 'Seed swap' });
    const limits = { ...world.ports.limits, consume: async () => 60 };
    const deps = { ...world.deps, ports: { ...world.ports, limits } };
    const { status, shown } = await show(
      `/post/event/details/${id}`,
      createPublicPages(deps, createAppShell(page), render),
    );
    expect([status, shown]).toEqual([200, `/post/event/details/${id}|Seed swap`]);
  });

  it('are left to the app where they cannot be rendered, and that is logged', async () => {
    const id = await publish({ title: 'Seed swap' });
    const respond = createPublicPages(world.deps, createAppShell(page), async () => {
      throw new Error('No such screen.');
    });
    world.ports.logged.length = 0;
    const { status, shown, text } = await show(`/post/event/details/${id}`, respond);
    expect([status, shown, readHead(text).title]).toEqual([200, undefined, 'Seed swap · Gatherwell']);
    expect(await show('/', respond)).toMatchObject({ status: 200, text: page });
    expect(world.ports.logged.map(({ message }) => message)).toEqual(
      Array(2).fill('a screen could not be rendered'),
    );
  });

  it('respond with 503 while the database is unavailable', async () => {
    const away = world.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: () => Promise.reject(new DatabaseTimeout()),
    });
    const respond = createPublicPages({ ...world.deps, db: away }, createAppShell(page), render);
    expect(await show('/', respond)).toMatchObject({ status: 503, text: page });
  });

  it('are the app’s own where it has more to go by: a session, or more of an address', async () => {
    const respond = withScreens();
    expect((await show('/user/sign-up', respond)).shown).toBe('/user/sign-up');
    expect(await get('/', { cookie: carol.cookie }, respond)).toBeUndefined();
    const sought = findPublicPage('/user/sign-in');
    assert(sought);
    expect(
      await respond(new Request('https://gatherwell.test/user/sign-in?next=/wallet'), sought),
    ).toBeUndefined();
  });
});

describe('files for search engines', () => {
  const addressesIn = async (path: string) => {
    const response = await get(path);
    expect([path, response?.status, response?.headers.get('content-type')]).toEqual([
      path,
      200,
      'application/xml; charset=utf-8',
    ]);
    const text = (await response?.text()) ?? '';
    return {
      text,
      addresses: [...text.matchAll(/<loc>https:\/\/gatherwell\.test([^<]*)<\/loc>/g)].map(
        ([, path = '']) => path,
      ),
    };
  };

  it('name what is for nobody else, and the sitemap', async () => {
    const response = await get('/robots.txt');
    expect(response?.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await response?.text())?.split('\n');
    expect(lines).toContain('Disallow: /dashboard');
    expect(lines).not.toContain('Disallow: /api/');
    expect(lines).toContain('Sitemap: https://gatherwell.test/sitemap.xml');
  });

  it('list every published post and every named organization once, in files of bounded size', async () => {
    const draft = await publish({ isActive: false });
    const alice = await world.individual('alice');
    const unnamed = await world.newcomer('organization');
    // Many of one moment: their order is that of their ids.
    await sql`
      insert into posts (id, creator_id, post_type, title, description, is_active, published_at, created_at, updated_at)
      select gen_random_uuid(), ${carol._id}, 'general', 'Soup', 'Soup', true,
        timestamptz '2026-01-01' + n / 4000 * interval '1 hour', now(), timestamptz '2026-03-04 05:06:07Z'
      from generate_series(1, 10100) as n`.execute(world.db);

    const index = await addressesIn('/sitemap.xml');
    expect(index.addresses.filter((path) => path.startsWith('/sitemaps/posts/')).length).toBeGreaterThan(2);
    // Stands in the last file, although that was named before.
    const later = await publish();

    const files = await Promise.all(index.addresses.map(addressesIn));
    for (const { addresses } of files) expect(addresses.length).toBeLessThanOrEqual(50_000);
    const listed = files.flatMap(({ addresses }) => addresses);
    expect(new Set(listed).size).toBe(listed.length);
    const published = await world.db
      .selectFrom('posts')
      .select(['id', 'post_type'])
      .where('is_active', '=', true)
      .execute();
    const posts = published.map((post) => `/post/${post.post_type}/details/${post.id}`);
    expect(listed.filter((path) => path.startsWith('/post/')).toSorted()).toEqual(posts.toSorted());
    expect(listed).toContain(`/post/event/details/${later}`);
    expect(listed).toContain(`/organization/details/${carol._id}`);
    expect(listed).toContain('/about-us');
    for (const hidden of [draft, alice._id, unnamed._id])
      expect(listed.some((path) => path.includes(hidden))).toBe(false);
    expect(files.some(({ text }) => text.includes('<lastmod>2026-03-04T05:06:07.000Z</lastmod>'))).toBe(true);
  });

  it('are not found where an address names none', async () => {
    for (const path of [
      '/sitemaps/people/start/end.xml',
      '/sitemaps/posts/start/x.xml',
      '/sitemaps/posts/x/end.xml',
      '/sitemaps/organizations/x/end.xml',
      '/sitemaps/constructor/start/end.xml',
    ])
      expect((await get(path))?.status, path).toBe(404);
  });
});
