import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { png } from '../testing/pictures.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';
import { type PostType, postTypes } from './post-rules.schema.ts';
import { postInput } from './posts.schema.ts';

const world = setUpWorld(addLookups);
let alice: Person;
let bob: Person;
let carol: Person;
let picture: string;
beforeAll(async () => {
  picture = `data:image/png;base64,${Buffer.from(await png(12, 8)).toString('base64')}`;
});
beforeEach(async () => {
  world.ports.clock.set(new Date('2026-11-22T12:00:00.000Z'));
  [alice, bob, carol] = [
    await world.individual('alice'),
    await world.individual('bob'),
    await world.organization('carol'),
  ];
});

const create = (body: object, as = carol) => world.request('/api/posts/', { method: 'POST', as, body });
const change = (id: string, body: object, as = carol) =>
  world.request(`/api/posts/${id}`, { method: 'PUT', as, body });
const read = (id: string, as?: Person) => world.request(`/api/posts/${id}`, as && { as });

const template = [
  { name: 'title', label: 'Title', selected: true, serial: 1 },
  { name: 'postLink', label: 'Link', selected: false, serial: 2 },
];
const sharing = {
  facebook: { sharePost: true, description: 'Come!', template },
  twitter: { sharePost: false, description: '' },
  linkedIn: { sharePost: true, description: 'Join us' },
  instagram: { sharePost: false, description: '' },
  template: { linkedIn: template },
};

/** What the product's own form sends for an event. */
const payload = () => ({
  postType: 'event',
  title: 'Soup night',
  description: 'Bring a friend',
  creatorId: carol._id,
  images: [{ path: picture, description: 'Soup', createdAt: '2026-11-20T10:00:00.000Z' }],
  impactAreas: ['hunger'],
  skills: [],
  keywords: ['soup'],
  startDateTime: '2026-12-01T18:00:00.000Z',
  endDateTime: '2026-12-01T19:00:00.000Z',
  address: { fullAddress: '12 Elm Street', latitude: 39.9526, longitude: -75.1652 },
  postURL: '',
  contact: '',
  requiredItems: [],
  petitionLink: null,
  expectedRequiredHours: null,
  topNeed: false,
  addable: false,
  isActive: true,
  scheduledPublish: false,
  scheduledPublishDateTime: null,
  socialMediaSharing: sharing,
});

describe('the documented payload of a post', () => {
  it('is accepted field for field, and what the server owns is ignored', async () => {
    const made = await create(payload());
    expect([made.status, made.message]).toEqual([200, 'Post saved.']);
    expect(made.data).toMatchObject({
      creatorId: carol._id,
      addable: true,
      timeZone: 'UTC',
      requiredItems: [],
      images: [{ description: 'Soup', createdAt: '2026-11-22T12:00:00.000Z' }],
      socialMediaSharing: sharing,
    });
  });

  it('drops items without a name or a requirement, whatever else they lack', async () => {
    const body = { ...fullPosts['in-kind'], requiredItems: [{ name: 'Pots' }, { name: '', neededBy: null }] };
    expect((await create(body)).data.requiredItems).toEqual([]);
    const pots = { name: 'Pots', requirement: 'Three', neededBy: '2026-12-01T18:00:00-08:00' };
    expect((await create({ ...body, requiredItems: [pots] })).data.requiredItems).toEqual([
      { ...pots, neededBy: '2026-12-02' },
    ]);
  });
});

describe('a post that was read', () => {
  /** What the creator reads, without what changes with every save. */
  const content = async (id: string) => (await read(id, carol)).data;
  const states = {
    published: { isActive: true },
    draft: { isActive: false },
    scheduled: {
      isActive: false,
      scheduledPublish: true,
      scheduledPublishDateTime: '2026-11-25T08:00:00.000Z',
    },
  };
  const changes: Record<string, (post: Record<string, unknown>) => unknown> = {
    title: () => 'Another title',
    description: () => 'Another description',
    keywords: () => ['other'],
    images: (post) => [...(post['images'] as object[])].reverse(),
    impactAreas: () => ['animals'],
  };

  const cases: [PostType, keyof typeof states][] = [
    ...postTypes.map((type): [PostType, 'published'] => [type, 'published']),
    ['event', 'draft'],
    ['general', 'scheduled'],
  ];
  it.each(cases)('can be written back with one field changed: %s, %s', async (postType, state) => {
    const images = [
      { path: picture, description: 'One' },
      { path: picture, description: 'Two' },
    ];
    const { data } = await create({
      ...fullPosts[postType],
      images,
      socialMediaSharing: sharing,
      ...states[state],
    });
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    let before = await content(data._id);
    expect(await change(data._id, before)).toMatchObject({ status: 200 });
    expect(await content(data._id)).toEqual(before);
    for (const [field, changed] of Object.entries(changes)) {
      const sent = { ...before, [field]: changed(before) };
      expect(await change(data._id, sent), field).toMatchObject({ status: 200 });
      const after = await content(data._id);
      expect({ ...after, [field]: undefined }, field).toEqual({ ...before, [field]: undefined });
      expect(after[field], field).not.toEqual(before[field]);
      before = after;
    }
  });

  it('keeps its row when forged values are sent', async () => {
    const { data } = await create(payload());
    await world.request(`/api/posts/${data._id}/like`, { method: 'POST', as: alice });
    const rows = async () => [
      await world.db.selectFrom('posts').selectAll().where('id', '=', data._id).executeTakeFirstOrThrow(),
      await world.db.selectFrom('post_counters').selectAll().where('post_id', '=', data._id).execute(),
      await world.db.selectFrom('post_interests').selectAll().where('post_id', '=', data._id).execute(),
    ];
    const before = await rows();
    const forged = {
      ...(await content(data._id)),
      views: 9000,
      follows: true,
      counts: { liked: 9000, interested: 1, going: 1 },
      interests: [{ userId: bob._id, liked: true, interested: true, going: true }],
      createdAt: '2001-01-01T00:00:00.000Z',
      publishedAt: '2001-01-01T00:00:00.000Z',
      organizationName: 'Mallory',
      sharedBy: bob._id,
    };
    expect(await change(data._id, forged)).toMatchObject({ status: 200, data: { views: 0 } });
    expect(await rows()).toEqual(before);
    expect(await change(data._id, { ...forged, creatorId: bob._id })).toMatchObject({ status: 403 });
    expect(await rows()).toEqual(before);
  });
});

describe('socialMediaSharing', () => {
  it('is read back to the creator only', async () => {
    const { data } = await create(payload());
    expect((await read(data._id, carol)).data.socialMediaSharing).toEqual(sharing);
    for (const as of [undefined, alice, await world.organization('dan')])
      expect((await read(data._id, as)).data).not.toHaveProperty('socialMediaSharing');
    const filters = encodeURIComponent(JSON.stringify({ creatorId: carol._id }));
    const list = async (as: Person) =>
      (await world.request(`/api/posts?filters=${filters}`, { as })).data.items[0];
    expect((await list(carol)).socialMediaSharing).toEqual(sharing);
    expect(await list(alice)).not.toHaveProperty('socialMediaSharing');
  });

  it('stays when a change does not send it, and goes when it is sent empty', async () => {
    const { data } = await create(payload());
    const { socialMediaSharing: _, ...others } = payload();
    for (const body of [others, { ...others, socialMediaSharing: null }])
      expect((await change(data._id, { ...body, images: [] })).data.socialMediaSharing).toEqual(sharing);
    const { data: emptied } = await change(data._id, { ...others, images: [], socialMediaSharing: {} });
    expect(emptied).not.toHaveProperty('socialMediaSharing');
  });

  it('comes back with an undo of publishing', async () => {
    const { data } = await create({ ...fullPosts.general, isActive: false, socialMediaSharing: sharing });
    await change(data._id, { ...fullPosts.general, undoable: true, socialMediaSharing: {} });
    const undone = await world.request(`/api/posts/${data._id}/undo-publish`, { method: 'POST', as: carol });
    expect(undone.data).toMatchObject({ isActive: false, socialMediaSharing: sharing });
  });

  const item = { name: 'title', label: 'Title', selected: true, serial: 1 };
  it.each([
    ['an unknown network', { myspace: { sharePost: true, description: '' } }],
    ['17 items', { facebook: { template: Array(17).fill(item) } }],
    ['a place of 17', { facebook: { template: [{ ...item, serial: 17 }] } }],
    ['an unknown field of an item', { facebook: { template: [{ ...item, html: '<b>' }] } }],
    ['a text that is too long', { twitter: { description: 'x'.repeat(10_001) } }],
    ['NUL', { twitter: { description: '\0' } }],
    ['a text for a flag', { twitter: { sharePost: 'yes' } }],
    ['a list', []],
  ])('is rejected with %s', async (what, socialMediaSharing) => {
    const answer = await create({ ...payload(), socialMediaSharing });
    // An empty list is as if it were absent.
    expect(answer.status).toBe(what === 'a list' ? 200 : 400);
    expect(postInput.safeParse({ ...fullPosts.general, socialMediaSharing }).success).toBe(false);
  });
});

describe('the time zone of a post', () => {
  const dated = (more: object = {}) => ({
    postType: 'event',
    title: 'Soup',
    startDateTime: '2026-12-01T18:00:00Z',
    isActive: true,
    ...more,
  });

  it('is UTC where nothing is known of the organization', async () => {
    expect((await create(dated())).data.timeZone).toBe('UTC');
    expect((await create(dated({ startDateTime: null }))).data.timeZone).toBeNull();
  });

  it('is that of the organization’s address, else of its newest post with dates', async () => {
    await create(dated({ timeZone: 'Asia/Tokyo' }));
    expect((await create(dated())).data.timeZone).toBe('Asia/Tokyo');
    const dan = await world.organization('dan', {
      address: JSON.stringify({ city: 'Philadelphia', latitude: 39.9526, longitude: -75.1652 }),
    });
    await create(dated({ timeZone: 'Asia/Tokyo' }), dan);
    expect((await create(dated(), dan)).data.timeZone).toBe('America/New_York');
    expect((await create(dated({ timeZone: 'Europe/Paris' }), dan)).data.timeZone).toBe('Europe/Paris');
  });

  it('stays when a change does not send it', async () => {
    const { data } = await create(dated({ timeZone: 'Asia/Kathmandu' }));
    await create(dated({ timeZone: 'Asia/Tokyo' }));
    expect((await change(data._id, dated())).data.timeZone).toBe('Asia/Kathmandu');
  });

  it('returns when a day begins and ends', async () => {
    const days = { startDateTime: '2026-05-01', endDateTime: '2026-05-01' };
    expect((await create(dated({ ...days, timeZone: 'America/New_York' }))).data).toMatchObject({
      startDateTime: '2026-05-01T04:00:00.000Z',
      endDateTime: '2026-05-02T03:59:59.999Z',
      timeZone: 'America/New_York',
    });
    const erin = await world.organization('erin');
    expect((await create(dated(days), erin)).data).toMatchObject({
      startDateTime: '2026-05-01T00:00:00.000Z',
      endDateTime: '2026-05-01T23:59:59.999Z',
      timeZone: 'UTC',
    });
    expect(await create(dated({ startDateTime: '2026-05-02', endDateTime: '2026-05-01' }))).toMatchObject({
      status: 400,
      fields: { endDateTime: 'The end must not lie before the start' },
    });
    const scheduled = { isActive: false, scheduledPublish: true, scheduledPublishDateTime: '2026-12-24' };
    expect(
      (await create(dated({ ...scheduled, timeZone: 'America/New_York' }))).data.scheduledPublishDateTime,
    ).toBe('2026-12-24T05:00:00.000Z');
  });
});

describe('the post filter', () => {
  const titles = async (path: string, filters: object, as = carol) => {
    const { status, data, message } = await world.request(
      `${path}?filters=${encodeURIComponent(JSON.stringify(filters))}`,
      { as },
    );
    expect([status, message], JSON.stringify(filters)).toEqual([200, 'OK']);
    return data.items.map(({ title }: { title: string }) => title).sort();
  };

  it.each(['/api/posts', '/api/posts/upcoming', '/api/posts/calendar/user/'])(
    'finds the same by every documented field: %s',
    async (address) => {
      const path = address.endsWith('/') ? `${address}${carol._id}` : address;
      const place = { fullAddress: '3 Oak Street' };
      const soon = { startDateTime: '2026-12-02T10:00:00Z', endDateTime: '2026-12-02T12:00:00Z' };
      const event = { ...fullPosts.event, ...soon, title: 'Soup' };
      const project = { ...fullPosts.project, ...soon, title: 'Shed', keywords: ['wood'], address: place };
      const helpers = { ...fullPosts.volunteering, ...soon, title: 'Hands', impactAreas: ['animals'] };
      for (const body of [event, project, helpers]) await create({ ...body, topNeed: body === project });
      const later = { isActive: false, scheduledPublish: true, scheduledPublishDateTime: '2026-11-24' };
      await create({ ...event, title: 'Later', ...later });
      const own = { creatorId: carol._id };
      const find = (filters: object, as?: Person) => titles(path, { ...own, ...filters }, as);

      expect(await find({})).toEqual(['Hands', 'Shed', 'Soup']);
      expect(await find({ isActive: true })).toEqual(['Hands', 'Shed', 'Soup']);
      expect(await find({ isActive: false })).toEqual(['Later']);
      expect(await find({ isActive: null })).toEqual(['Hands', 'Later', 'Shed', 'Soup']);
      expect(await find({ title: 'sou' })).toEqual(['Soup']);
      expect(await find({ skills: ['cooking'] })).toEqual(['Shed']);
      expect(await find({ skills: ['driving', 'no-such-skill'] })).toEqual(['Hands', 'Shed']);
      expect(await find({ impactAreas: ['animals'] })).toEqual(['Hands']);
      expect(await find({ keyword: 'woo' })).toEqual(['Shed']);
      expect(await find({ fullAddress: 'oak' })).toEqual(['Shed']);
      expect(await find({ topNeed: true })).toEqual(['Shed']);
      expect(await find({ postTypes: ['event'] })).toEqual(['Soup']);
      expect(await find({ startDate: '2026-12-02', endDate: '2026-12-02' })).toEqual([
        'Hands',
        'Shed',
        'Soup',
      ]);
      expect(await find({ startDate: '2026-12-03', endDate: '2026-12-04' })).toEqual([]);
      const none = { title: null, postTypes: [], skills: [], impactAreas: null, topNeed: null, keyword: '' };
      expect(await find({ ...none, fullAddress: null, startDate: null, endDate: null })).toEqual([
        'Hands',
        'Shed',
        'Soup',
      ]);

      for (const nobody of ['01990000-0000-7000-8000-000000000000', 'nobody', alice._id])
        expect(await find({ creatorId: nobody })).toEqual([]);
      expect(await find({ skills: ['no-such-skill'] })).toEqual([]);
      expect(await find({ impactAreas: ['no-such-area'] })).toEqual([]);

      for (const isActive of [false, null]) expect(await find({ isActive }, alice)).not.toContain('Later');
    },
  );
});

describe('GET /posts/{id}', () => {
  it('counts the view of a signed-in caller once; the typed read, a visitor and the creator count none', async () => {
    const { data } = await create(fullPosts.general);
    const views = async () => (await world.as(carol).posts.byId({ id: data._id })).views;
    await read(data._id);
    await read(data._id, carol);
    await world.as(alice).posts.byId({ id: data._id });
    expect(await views()).toBe(0);
    expect((await read(data._id, alice)).data.views).toBe(1);
    await Promise.all([1, 2, 3].map(() => read(data._id, bob)));
    expect((await read(data._id, alice)).data.views).toBe(2);
    expect(await views()).toBe(2);
    const { items } = await world.as(carol).posts.viewers({ id: data._id });
    expect(items.map(({ viewer }) => viewer._id).sort()).toEqual([alice._id, bob._id].sort());
  });

  it('counts nothing of a draft or of what is not there', async () => {
    const { data } = await create({ ...fullPosts.general, isActive: false });
    expect((await read(data._id, alice)).status).toBe(404);
    expect((await read(data._id, carol)).data.views).toBe(0);
    expect((await read('01990000-0000-7000-8000-000000000000', alice)).status).toBe(404);
  });

  it('returns the caller’s entry and those that the caller may see, newest first', async () => {
    const { data } = await create({ ...fullPosts.event });
    const privately = await world.individual('dora', { show_activity: 'no-one' });
    const hidden = await world.individual('eve', { is_user_searchable: false });
    const friendly = await world.individual('finn', { show_activity: 'friends' });
    await world.befriend(alice, friendly);
    for (const person of [bob, privately, hidden, friendly, alice]) {
      world.ports.clock.advance(1000);
      await world.request(`/api/posts/${data._id}/like`, { method: 'POST', as: person });
    }
    world.ports.clock.advance(1000);
    await world.request(`/api/posts/${data._id}/going`, { method: 'POST', as: bob });
    const entry = ({ _id: userId }: Person, going = false) => ({
      userId,
      liked: true,
      interested: false,
      going,
    });
    const interests = async (as?: Person) => (await read(data._id, as)).data.interests;
    expect(await interests(alice)).toEqual([entry(bob, true), entry(alice), entry(friendly)]);
    expect(await interests(bob)).toEqual([entry(bob, true), entry(alice)]);
    expect(await interests(hidden)).toEqual([entry(bob, true), entry(alice), entry(hidden)]);
    expect(await interests()).toEqual([]);
    expect((await world.as(alice).posts.byId({ id: data._id })).interests).toEqual([entry(alice)]);
    const { items } = await world.as(alice).posts.list({ filters: { creatorId: carol._id } });
    expect(items[0]?.interests).toEqual([entry(alice)]);
    expect(items[0]?.counts).toEqual({ liked: 5, interested: 0, going: 1 });
  });

  it('returns at most 100 entries, the caller’s among them', async () => {
    const { data } = await create({ ...fullPosts.general });
    await world.request(`/api/posts/${data._id}/like`, { method: 'POST', as: alice });
    const fans = await Promise.all(
      Array.from({ length: 101 }, (_, index) => world.newcomer('individual', `fan${index}`)),
    );
    await world.db
      .insertInto('post_interests')
      .values(
        fans.map(({ _id }) => ({
          post_id: data._id,
          user_id: _id,
          liked_at: new Date('2026-11-23T00:00:00Z'),
        })),
      )
      .execute();
    const { interests } = (await read(data._id, alice)).data;
    expect(interests).toHaveLength(100);
    expect(interests.at(-1)).toMatchObject({ userId: alice._id });
  });
});

describe('GET /posts/{id}/committed/', () => {
  it('returns interacted users under their documented names', async () => {
    const { data } = await create({ ...fullPosts.event });
    for (const person of [alice, carol])
      await world.request(`/api/posts/${data._id}/like`, { method: 'POST', as: person });
    const answer = await world.request(`/api/posts/${data._id}/committed/?interestType=liked`, { as: bob });
    const byId = new Map(
      answer.data.items.map((item: { userId: string }): [string, object] => [item.userId, item]),
    );
    expect(byId.get(alice._id)).toMatchObject({
      _id: alice._id,
      userId: alice._id,
      userType: 'individual',
      userFirstName: 'Alice',
      userLastName: 'Example',
      userProfilePicture: null,
      userName: 'Alice Example',
    });
    expect(byId.get(carol._id)).toMatchObject({
      userType: 'organization',
      userFirstName: null,
      userName: 'Carol',
    });
  });
});
