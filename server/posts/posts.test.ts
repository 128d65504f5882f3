import { v7 as uuid, v4 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';
import { hasField, type PostField, postRules, postTypes } from './post-rules.schema.ts';
import { type PostInput, postInput } from './posts.schema.ts';

const { world, alice, carol, dan } = setUpCast({
  people: { alice: 'individual', carol: 'organization', dan: 'organization' },
  fill: addLookups,
});

const general = { postType: 'general', title: 'We have moved', isActive: true } as const;
const event = { postType: 'event', title: 'Soup night', isActive: true } as const;
const start = { startDateTime: '2026-12-01T18:00:00Z', timeZone: 'America/New_York' };

const save = (body: object | string, as?: Person) =>
  world.request('/api/posts/', { method: 'POST', body, ...(as && { as }) });
const saveAgain = (id: string, body: object | string, as: Person = carol) =>
  world.request(`/api/posts/${id}`, { method: 'PUT', body, as });
const read = (id: string, as?: Person) => world.request(`/api/posts/${id}`, as && { as });
const publish = async (as = carol, post: PostInput = general) => (await world.as(as).posts.create(post))._id;
const draft = (as = carol) => publish(as, { ...general, isActive: false });

/** The response to one invalid field: the message is at that field. */
const fieldError = (field: string, message: string) => ({
  status: 400,
  success: false,
  data: null,
  message,
  fields: { [field]: message },
});

describe('a post of each type', () => {
  /** What every post returns for fields that its type does not have. */
  const empty = {
    skills: [],
    startDateTime: null,
    endDateTime: null,
    timeZone: null,
    address: null,
    topNeed: false,
    postURL: null,
    contact: null,
    expectedRequiredHours: null,
    requiredItems: [],
    petitionLink: null,
    addable: false,
  };
  const lookup = (id: string) => ({ _id: id, name: `About ${id}` });

  test.each(postTypes)('keeps all that it has, as entered: %s', async (postType) => {
    const { images, ...input } = fullPosts[postType];
    const now = new Date('2026-11-21T10:00:00.000Z');
    world.ports.clock.set(now);
    const created = await world.as(carol).posts.create({ ...input, images });
    expect(created).toEqual({
      ...empty,
      ...input,
      images: [],
      _id: expect.any(String),
      impactAreas: input.impactAreas?.map(lookup),
      skills: 'skills' in input ? input.skills?.map(lookup) : [],
      creatorId: carol._id,
      organizationName: carol.name,
      organizationProfilePicture: null,
      createdAt: now.toISOString(),
      publishedAt: now.toISOString(),
      views: 0,
      follows: false,
      isAdded: false,
      reminder: null,
      scheduledPublish: false,
      scheduledPublishDateTime: null,
      sharedBy: null,
      sharedByName: null,
      sharedAt: null,
      interests: [],
      counts: { liked: 0, interested: 0, going: 0 },
    });
    expect(await world.visitor.posts.byId({ id: created._id })).toEqual(created);
    expect((await read(created._id, alice)).data).toEqual({ ...created, views: 1 });
  });

  test.each(postTypes)(
    'saved again is what was entered then, and nothing of before: %s',
    async (postType) => {
      const { data: before } = await save(fullPosts[postType], carol);
      const bare = { postType, title: 'Another title', isActive: true };
      const { status, data, message } = await saveAgain(before._id, bare);
      expect([status, message]).toEqual([200, 'Post saved.']);
      expect(data).toMatchObject({
        ...empty,
        title: 'Another title',
        description: '',
        impactAreas: [],
        keywords: [],
        addable: postRules[postType].addable,
        createdAt: before.createdAt,
        publishedAt: before.publishedAt,
      });
      expect((await saveAgain(before._id, fullPosts[postType])).data).toEqual(before);
    },
  );

  const allFields = Object.assign({}, ...postTypes.map((postType) => fullPosts[postType]));
  const fieldNames = (Object.keys(allFields) as (PostField | 'postType')[]).filter(
    (name) => name !== 'postType',
  );

  test.each(postTypes)('ignores the fields of other types: %s', async (postType) => {
    const own = await save(fullPosts[postType], carol);
    const { data } = await save({ ...allFields, ...fullPosts[postType] }, carol);
    expect({
      ...data,
      _id: own.data._id,
      createdAt: own.data.createdAt,
      publishedAt: own.data.publishedAt,
    }).toEqual(own.data);
  });

  test('rejects the fields of other types from typed callers', async () => {
    for (const postType of postTypes)
      for (const field of fieldNames.filter((name) => !hasField(postType, name)))
        expect(
          postInput.safeParse({ ...fullPosts[postType], [field]: allFields[field] }).error?.message,
          `${postType}.${field}`,
        ).toContain(`"${field}"`);
  });

  test('does not become one of another type', async () => {
    const id = await publish();
    expect(await saveAgain(id, event)).toMatchObject(
      fieldError('postType', 'The type of a post cannot be changed.'),
    );
    expect(await saveAgain(id, general)).toMatchObject({ status: 200 });
  });

  test.each(['video', 'Event', '', null, undefined, 1])('is one of six: not %j', async (postType) => {
    expect(await save({ ...general, postType }, carol)).toMatchObject({ status: 400, success: false });
  });
});

describe('what the server sets, and nobody else', () => {
  const forged = {
    organizationName: 'Another name',
    organizationProfilePicture: 'x',
    views: 1000,
    counts: { liked: 1000, interested: 0, going: 0 },
    interests: [
      { userId: '01990000-0000-7000-8000-000000000000', liked: true, interested: true, going: true },
    ],
    follows: true,
    isAdded: true,
    createdAt: '2020-01-01T00:00:00Z',
    publishedAt: '2020-01-01T00:00:00Z',
    sharedBy: '01990000-0000-7000-8000-000000000000',
    sharedByName: 'Mallory',
    sharedAt: '2020-01-01T00:00:00Z',
    addable: true,
  };

  test.each(Object.entries(forged))('is ignored in a body: %s', async (field, value) => {
    const made = await save({ ...general, [field]: value }, carol);
    expect(made).toMatchObject({ status: 200 });
    expect(made.data[field]).not.toEqual(value);
    const changed = await saveAgain(made.data._id, { ...general, [field]: value });
    expect(changed).toMatchObject({ status: 200, data: { ...made.data } });
    expect((await read(made.data._id, carol)).data).toEqual(made.data);
  });

  test.each(Object.entries({ ...forged, creatorId: uuid() }))(
    'is unknown to typed callers: %s',
    (field, value) => {
      if (field === 'addable') return;
      expect(postInput.safeParse({ ...general, [field]: value }).error?.message).toContain(`"${field}"`);
    },
  );

  test('includes the creator: their own id is accepted, any other is a 403', async () => {
    const id = await publish();
    for (const creatorId of [dan._id, alice._id, uuid(), 'x', 1]) {
      expect(await save({ ...general, creatorId }, carol)).toMatchObject({ status: 403, data: null });
      expect(await saveAgain(id, { ...general, creatorId })).toMatchObject({ status: 403, data: null });
    }
    for (const creatorId of [carol._id, carol._id.toUpperCase(), null]) {
      expect(await save({ ...general, creatorId }, carol)).toMatchObject({ data: { creatorId: carol._id } });
      expect(await saveAgain(id, { ...general, creatorId })).toMatchObject({
        data: { creatorId: carol._id },
      });
    }
  });

  test('is rejected where it is documented nowhere', async () => {
    const id = await publish();
    for (const field of ['unheardOf', 'updatedAt', 'creator_id', '__proto__']) {
      const body = JSON.stringify({ ...general, isActive: true }).replace('{', `{"${field}":1,`);
      const rejected = { status: 400, message: expect.stringContaining(`"${field}"`) };
      expect(await save(body, carol)).toMatchObject(rejected);
      expect(await saveAgain(id, body)).toMatchObject(rejected);
    }
  });

  test.each([true, false])('addable follows from the type, whatever is sent: %s', async (addable) => {
    expect(await save({ ...event, addable }, carol)).toMatchObject({ data: { addable: true } });
    expect(await save({ ...general, addable }, carol)).toMatchObject({ data: { addable: false } });
  });
});

describe('who may', () => {
  test('create: organizations, not individuals and not visitors', async () => {
    expect(await save(general)).toMatchObject({ status: 401 });
    expect(await save(general, alice)).toMatchObject({
      status: 403,
      message: 'This is for organizations only.',
    });
    expect(await save(general, carol)).toMatchObject({ status: 200, message: 'Post saved.' });
    expect((await world.as(alice).posts.list({ filters: { creatorId: alice._id } })).items).toEqual([]);
  });

  test('change and delete: its organization, and no other', async () => {
    const id = await publish();
    for (const as of [dan, alice]) {
      expect(await saveAgain(id, { ...general, title: 'Mine now' }, as)).toMatchObject({ status: 403 });
      expect(await world.request(`/api/posts/${id}`, { method: 'DELETE', as })).toMatchObject({
        status: 403,
      });
    }
    expect((await read(id)).data.title).toBe(general.title);
    expect(await saveAgain(id, { ...general, title: 'Ours still' })).toMatchObject({ status: 200 });
    expect(await world.request(`/api/posts/${id}`, { method: 'DELETE', as: carol })).toMatchObject({
      status: 200,
      message: 'Post deleted.',
      data: null,
    });
  });

  test('know of a draft: its organization. For others it is not there', async () => {
    const id = await draft();
    const notThere = { status: 404, success: false, data: null, message: 'Post is not available' };
    for (const as of [undefined, alice, dan]) expect(await read(id, as)).toMatchObject(notThere);
    expect(await saveAgain(id, general, dan)).toMatchObject(notThere);
    expect(await world.request(`/api/posts/${id}`, { method: 'DELETE', as: dan })).toMatchObject(notThere);
    expect(await read(uuid(), carol)).toMatchObject(notThere);
    expect(await saveAgain(uuid(), general)).toMatchObject(notThere);
    expect(await read(id, carol)).toMatchObject({
      status: 200,
      data: { isActive: false, publishedAt: null },
    });
    expect(await world.request(`/api/posts/${id}`, { method: 'DELETE', as: carol })).toMatchObject({
      status: 200,
    });
  });
});

describe('an id that the client chose', () => {
  test('makes one post, however often it is sent, and returns the same', async () => {
    const _id = uuid();
    const first = await save({ ...general, _id }, carol);
    expect(first).toMatchObject({ status: 200, data: { _id } });
    expect(await save({ ...general, _id }, carol)).toMatchObject({ status: 200, data: first.data });
    expect(await save({ ...general, _id: _id.toUpperCase() }, carol)).toMatchObject({ data: first.data });
    const { items } = await world.as(carol).posts.list({ filters: { creatorId: carol._id } });
    expect(items).toEqual([first.data]);
  });

  test('makes one post, sent 20 times at once', async () => {
    const _id = uuid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => save({ ...general, _id }, carol)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, data: answers[0]?.data });
    const { items } = await world.as(carol).posts.list({ filters: { creatorId: carol._id } });
    expect(items).toHaveLength(1);
    const events = await readEvents(world.db, carol._id, 0);
    expect(events.map(({ type }) => type)).toEqual(['post-upserted']);
  });

  test('that another user’s post has is a conflict, seen or not', async () => {
    for (const _id of [await publish(), await draft()]) {
      expect(await save({ ...general, _id }, dan)).toMatchObject({
        status: 409,
        message: 'This id is taken. Please choose another one.',
      });
      expect(await save({ ...general, _id }, carol)).toMatchObject({ status: 200 });
    }
  });

  test.each([v4(), 'not-an-id', '', 1, '00000000-0000-0000-0000-000000000000'])(
    'is a UUIDv7: not %j',
    async (_id) => {
      expect(await save({ ...general, _id }, carol)).toMatchObject(
        expect.objectContaining({ status: 400, fields: { _id: expect.any(String) } }),
      );
    },
  );
});

describe('what is entered', () => {
  test.each([
    ['title', 200],
    ['description', 10_000],
    ['contact', 200],
  ])('fits up to its limit, and one more is rejected: %s', async (field, max) => {
    const full = 'ü'.repeat(max);
    const taken = await save({ ...event, [field]: full }, carol);
    expect(taken).toMatchObject({ status: 200, data: { [field]: full } });
    expect(await save({ ...event, [field]: `${full}x` }, carol)).toMatchObject(
      fieldError(field, `Limit of characters (max ${max}) exceeded`),
    );
  });

  test('has at most so many entries, each of at most so many characters', async () => {
    const many = (count: number, length = 1) =>
      Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x'));
    expect((await save({ ...general, keywords: many(20, 50) }, carol)).data.keywords).toEqual(many(20, 50));
    expect(await save({ ...general, keywords: many(21) }, carol)).toMatchObject(
      fieldError('keywords', 'Give at most 20 keywords'),
    );
    expect(await save({ ...general, keywords: ['x'.repeat(51)] }, carol)).toMatchObject(
      fieldError('keywords.0', 'Limit of characters (max 50) exceeded'),
    );
    const fullAddress = 'x'.repeat(300);
    expect(await save({ ...event, address: { fullAddress } }, carol)).toMatchObject({
      status: 200,
      data: { address: { fullAddress, latitude: null, longitude: null } },
    });
    expect(await save({ ...event, address: { fullAddress: `${fullAddress}x` } }, carol)).toMatchObject(
      fieldError('address.fullAddress', 'Limit of characters (max 300) exceeded'),
    );
    const long = `https://example.org/${'x'.repeat(1980)}`;
    expect((await save({ ...event, postURL: long }, carol)).data.postURL).toBe(long);
    expect(await save({ ...event, postURL: `${long}x` }, carol)).toMatchObject(
      fieldError('postURL', 'Limit of characters (max 2000) exceeded'),
    );
  });

  test('needs a title', async () => {
    for (const title of [undefined, '', ' \n '])
      expect(await save({ ...general, title }, carol)).toMatchObject(
        fieldError('title', 'This field is required'),
      );
    expect(await save({ ...general, title: ' x ' }, carol)).toMatchObject({
      status: 200,
      data: { title: 'x' },
    });
  });

  test('comes back untouched: mentions, markup, line breaks, signs of every kind', async () => {
    const description = [
      `@[Alice Example](${alice._id}) & <script>alert("1")</script>`,
      "<b onclick='x'>bold</b> %s {{x}} $1 \\0 \\u0000 ",
      '',
      '👩‍👩‍👧 سلام‏ می‌خواهم café café 日本',
    ].join('\r\n');
    const keywords = ['NULL', '{a,b}', '"', '\\', ' a\'b ".', '%', '日本'].map((word) => word.trim());
    const { data } = await save({ ...general, title: '<i>%_\\</i>', description, keywords }, carol);
    expect(data).toMatchObject({ title: '<i>%_\\</i>', description, keywords });
    expect((await read(data._id)).data).toEqual(data);
  });

  test('is stored without characters that control: one line stays one, a description keeps its lines', async () => {
    const { data } = await save(
      {
        ...event,
        ...start,
        title: 'Soup\r\nnight\u202E!',
        description: 'Bring\u0007:\n\ta bowl\u2066',
        contact: 'Carol\u2028555\t0100',
        keywords: ['so\u200Dup', '\u0001soup\n', 'soup'],
        address: { fullAddress: '12 Elm Street,\nPhiladelphia' },
      },
      carol,
    );
    expect(data).toMatchObject({
      title: 'Soup night!',
      description: 'Bring:\n a bowl',
      contact: 'Carol 555 0100',
      keywords: ['so\u200Dup', 'soup'],
      address: { fullAddress: '12 Elm Street, Philadelphia' },
    });
    for (const title of ['\u200B', '\u202E\u202C', '\u3164 \u2800'])
      expect(await save({ ...event, ...start, title }, carol)).toMatchObject(
        fieldError('title', 'This field is required'),
      );
  });

  test.each([
    ['title', 'a\0b'],
    ['description', '\ud800'],
    ['contact', '\udc00\ud800'],
    ['keywords', ['\0']],
    ['timeZone', 'UTC\0'],
    ['address', { fullAddress: 'a\0' }],
    ['postURL', 'https://example.org/\0'],
    ['impactAreas', ['\0']],
    ['impactAreas', ['hunger\ud800']],
  ])('holds nothing that cannot be stored: %s', async (field, value) => {
    const answer = await save({ ...event, ...start, [field]: value }, carol);
    expect(answer).toMatchObject({ status: 400, success: false });
    expect(Object.keys(answer.fields ?? {})[0]?.split('.')[0]).toBe(field);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/',
    'file:///etc/passwd',
    'vbscript:x',
    '/posts',
    'http:example.org',
    'https:/example.org',
    'https://',
    'https://exa mple.org',
    'https:\\\\alice@example.org/',
  ])('links to the web only: not to %j', async (link) => {
    for (const [post, field] of [
      [fullPosts.event, 'postURL'],
      [fullPosts['in-kind'], 'postURL'],
      [fullPosts.advocacy, 'petitionLink'],
    ] as const)
      expect(await save({ ...post, [field]: link }, carol)).toMatchObject(
        fieldError(field, 'Enter a web address, such as https://example.org'),
      );
  });

  test.each([
    'https://alice:secret@example.org/',
    'https://bank.example@example.org/',
    'https://:@example.org/',
    'https://@example.org/',
    'https:////alice@example.org/',
  ])('links without a user and a password: not to %j', async (postURL) => {
    expect(await save({ ...event, postURL }, carol)).toMatchObject(
      fieldError('postURL', 'Enter an address without a user name or password'),
    );
  });

  test('links to the web as entered, or to nothing', async () => {
    for (const postURL of [
      'https://example.org',
      'HTTP://EXAMPLE.ORG:8080/a?b=c&d#e',
      'https://bücher.example/ü',
      'https://example.org/@alice?to=bob@example.org',
    ])
      expect(await save({ ...event, postURL }, carol)).toMatchObject({ status: 200, data: { postURL } });
    expect((await save({ ...event, postURL: '' }, carol)).data.postURL).toBeNull();
  });

  test('counts hours in quarters, from 0 to 100', async () => {
    const hours = (expectedRequiredHours: unknown) =>
      save({ ...fullPosts.project, expectedRequiredHours }, carol);
    for (const value of [0, 0.25, 0.5, 33.75, 99.75, 100, null])
      expect((await hours(value)).data.expectedRequiredHours).toBe(value);
    for (const value of [-0.25, 100.25])
      expect(await hours(value)).toMatchObject(fieldError('expectedRequiredHours', 'Enter 0 to 100 hours'));
    for (const value of [0.1, 0.2499, 1.3])
      expect(await hours(value)).toMatchObject(
        fieldError('expectedRequiredHours', 'Enter hours in quarters'),
      );
    for (const value of ['1', true, [1]]) expect(await hours(value)).toMatchObject({ status: 400 });
  });

  test('drops items without a name or a requirement, and needs a day for the others', async () => {
    const items = (requiredItems: unknown) => save({ ...fullPosts['in-kind'], requiredItems }, carol);
    const pots = { name: 'Pots', requirement: 'Three', neededBy: '2026-12-01' };
    const { data } = await items([
      { ...pots, name: ' ' },
      pots,
      { ...pots, requirement: '' },
      { name: '', requirement: '', neededBy: '' },
      { name: '', requirement: 'x', neededBy: 'never' },
    ]);
    expect(data.requiredItems).toEqual([pots]);
    for (const neededBy of ['', 'never', '2026-02-30', '2027-02-29', '2026-1-1', '12/01/2026'])
      expect(await items([pots, { ...pots, neededBy }]), neededBy).toMatchObject(
        fieldError('requiredItems.1.neededBy', 'Invalid date'),
      );
    expect((await items(Array(50).fill(pots))).data.requiredItems).toHaveLength(50);
    expect(await items(Array(51).fill(pots))).toMatchObject(
      fieldError('requiredItems', 'Give at most 50 items'),
    );
    for (const [field, max] of [
      ['name', 200],
      ['requirement', 500],
    ] as const) {
      expect(await items([{ ...pots, [field]: 'x'.repeat(max) }])).toMatchObject({ status: 200 });
      expect(await items([{ ...pots, [field]: 'x'.repeat(max + 1) }])).toMatchObject(
        fieldError(`requiredItems.0.${field}`, `Limit of characters (max ${max}) exceeded`),
      );
    }
  });

  test('chooses impact areas and skills from the lists, each once', async () => {
    const project = fullPosts.project;
    const chosen = { impactAreas: ['hunger', 'animals', 'hunger'], skills: ['driving', 'driving'] };
    const { data } = await save({ ...project, ...chosen }, carol);
    expect(data).toMatchObject({
      impactAreas: [{ _id: 'animals' }, { _id: 'hunger' }],
      skills: [{ _id: 'driving' }],
    });
    expect(await save({ ...project, impactAreas: ['hunger', 'chess'] }, carol)).toMatchObject(
      fieldError('impactAreas', 'Choose impact areas from the list.'),
    );
    expect(await saveAgain(data._id, { ...project, skills: ['chess'] })).toMatchObject(
      fieldError('skills', 'Choose skills from the list.'),
    );
  });
});

describe('dates', () => {
  const dated = (dates: object) => save({ ...event, ...dates }, carol);

  test('are instants, answered in UTC, with the zone where it takes place', async () => {
    const { data } = await dated({ ...start, startDateTime: '2026-12-01T18:00:00+01:00' });
    expect(data).toMatchObject({
      startDateTime: '2026-12-01T17:00:00.000Z',
      endDateTime: null,
      timeZone: 'America/New_York',
    });
    for (const startDateTime of [
      '2026-12-01T18:00:00',
      '2026-12-32',
      'tomorrow',
      '',
      1,
      '2026-02-30T00:00:00Z',
    ])
      expect(await dated({ ...start, startDateTime })).toMatchObject({
        status: 400,
        fields: { startDateTime: 'Invalid date' },
      });
  });

  test('end where they begin or later', async () => {
    const sameMoment = '2026-12-01T13:00:00-05:00';
    expect(await dated({ ...start, endDateTime: sameMoment })).toMatchObject({ status: 200 });
    expect(await dated({ ...start, endDateTime: '2026-12-01T17:59:59.999Z' })).toMatchObject(
      fieldError('endDateTime', 'The end must not lie before the start'),
    );
    expect(await dated({ endDateTime: start.startDateTime })).toMatchObject(
      fieldError('startDateTime', 'This field is required'),
    );
    expect(await dated({ startDateTime: null, endDateTime: null, timeZone: null })).toMatchObject({
      status: 200,
    });
  });

  test('have a zone that is known', async () => {
    for (const timeZone of ['', 'Mars/Olympus', '+05:00', 'x'.repeat(65), '../etc'])
      expect(await dated({ ...start, timeZone })).toMatchObject(fieldError('timeZone', 'Choose a time zone'));
    for (const timeZone of ['UTC', 'Asia/Kathmandu', 'America/Argentina/Ushuaia'])
      expect(await dated({ ...start, timeZone })).toMatchObject({ status: 200, data: { timeZone } });
  });

  test('are of an age that calendars know', async () => {
    for (const startDateTime of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '9999-12-31T23:59:59-14:00',
      '+275760-09-13T00:00:00Z',
    ])
      expect(await dated({ ...start, startDateTime }), startDateTime).toMatchObject(
        fieldError('startDateTime', 'Invalid date'),
      );
    for (const startDateTime of ['1970-01-01T00:00:00.000Z', '9998-12-31T23:59:59.999Z'])
      expect((await dated({ ...start, startDateTime })).data.startDateTime).toBe(startDateTime);
  });

  test('take place somewhere on earth', async () => {
    const at = (latitude: unknown, longitude: unknown) =>
      save({ ...event, address: { fullAddress: 'Here', latitude, longitude } }, carol);
    for (const [latitude, longitude] of [
      [-90, 180],
      [0, 0],
      [39.952583, -75.165222],
    ])
      expect((await at(latitude, longitude)).data.address).toMatchObject({ latitude, longitude });
    for (const [latitude, longitude] of [
      [90.1, 0],
      [0, -180.1],
      [1, null],
      [null, 1],
      ['1', '1'],
    ])
      expect(await at(latitude, longitude)).toMatchObject({ status: 400 });
  });
});

describe('draft, published, draft, published', () => {
  const lastPublished = async (person: Person) =>
    (
      await world.db
        .selectFrom('organizations')
        .select('last_published_at')
        .where('user_id', '=', person._id)
        .executeTakeFirstOrThrow()
    ).last_published_at?.toISOString() ?? null;
  const inLists = async (id: string) => {
    const [feed, list, own] = [
      await world.as(alice).feeds.home({}),
      await world.visitor.posts.list({ filters: { creatorId: carol._id } }),
      await world.as(carol).posts.list({ filters: { isActive: false } }),
    ];
    return [feed, list, own].map(({ items }) => items.some((post) => post._id === id));
  };
  const minutes = (count: number) => {
    const at = new Date(Date.UTC(2026, 10, 21, 10, count));
    world.ports.clock.set(at);
    return at.toISOString();
  };

  test('is in feed and lists while it is published, each time in a new place', async () => {
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    const createdAt = minutes(0);
    const id = await draft();
    expect(await inLists(id)).toEqual([false, false, true]);
    expect(await lastPublished(carol)).toBeNull();

    for (const round of [1, 2]) {
      const publishedAt = minutes(round * 10);
      const published = await saveAgain(id, general);
      expect(published.data).toMatchObject({ isActive: true, publishedAt, createdAt });
      expect(await inLists(id)).toEqual([true, true, false]);
      expect(await lastPublished(carol)).toBe(publishedAt);

      minutes(round * 10 + 1);
      expect((await saveAgain(id, { ...general, title: 'Changed' })).data).toMatchObject({ publishedAt });
      expect(await lastPublished(carol)).toBe(publishedAt);

      const back = await saveAgain(id, { ...general, isActive: false });
      expect(back.data).toMatchObject({ isActive: false, publishedAt: null, createdAt });
      expect(await inLists(id)).toEqual([false, false, true]);
      expect(await lastPublished(carol)).toBeNull();
    }
  });

  test('leaves its organization’s last publication at the newest of the others', async () => {
    const first = minutes(0);
    await publish();
    const second = minutes(1);
    const [taken, deleted] = [await publish(), await publish()];
    expect(await lastPublished(carol)).toBe(second);
    await saveAgain(taken, { ...general, isActive: false });
    expect(await lastPublished(carol)).toBe(second);
    await world.as(carol).posts.remove({ id: deleted });
    expect(await lastPublished(carol)).toBe(first);
    expect(await lastPublished(dan)).toBeNull();
  });

  test('is right about the last publication whatever happens at once', async () => {
    world.ports.clock.set(new Date('2026-11-21T10:00:00Z'));
    const ids = await Promise.all(Array.from({ length: 12 }, () => publish()));
    world.ports.clock.advance(60_000);
    await Promise.all(
      ids.map((id, index) =>
        index % 3 === 0
          ? world.as(carol).posts.remove({ id })
          : saveAgain(id, { ...general, isActive: index % 3 === 1 }),
      ),
    );
    expect(await lastPublished(carol)).toBe('2026-11-21T10:00:00.000Z');
    await Promise.all(ids.map((id) => saveAgain(id, { ...general, isActive: false })));
    expect(await lastPublished(carol)).toBeNull();
  });

  test('stands in the feeds of its impact areas, and keeps its reactions meanwhile', async () => {
    await world.as(alice).profiles.saveInvolvement({ id: alice._id, impactAreas: ['animals'] });
    const post = { ...general, impactAreas: ['animals'] };
    const id = await publish(carol, { ...post, isActive: false });
    expect(await inLists(id)).toEqual([false, false, true]);
    await saveAgain(id, post);
    await world.as(alice).posts.like({ id });
    expect(await inLists(id)).toEqual([true, true, false]);
    await saveAgain(id, { ...post, isActive: false });
    expect(await inLists(id)).toEqual([false, false, true]);
    expect((await saveAgain(id, post)).data.counts.liked).toBe(1);
    await saveAgain(id, { ...post, impactAreas: [] });
    expect(await inLists(id)).toEqual([false, true, false]);
  });

  test('a scheduled post is its organization’s alone, and is a draft or published once it is saved', async () => {
    for (const isActive of [false, true]) {
      const id = await draft();
      await world.db
        .updateTable('posts')
        .set({ scheduled_publish: true, scheduled_publish_at: new Date('2027-01-01T00:00:00Z') })
        .where('id', '=', id)
        .execute();
      expect(await inLists(id)).toEqual([false, false, true]);
      expect(await read(id, dan)).toMatchObject({ status: 404 });
      expect((await read(id, carol)).data).toMatchObject({
        isActive: false,
        publishedAt: null,
        scheduledPublish: true,
        scheduledPublishDateTime: '2027-01-01T00:00:00.000Z',
      });
      expect((await saveAgain(id, { ...general, isActive })).data).toMatchObject({
        isActive,
        scheduledPublish: false,
        scheduledPublishDateTime: null,
      });
    }
  });

  test('notifies the organization’s own screens of every step', async () => {
    const id = await draft();
    await saveAgain(id, general);
    await world.as(carol).posts.remove({ id });
    const events = await readEvents(world.db, carol._id, 0);
    expect(events).toMatchObject([
      { type: 'post-upserted', payload: { post: { _id: id, isActive: false } } },
      { type: 'post-upserted', payload: { post: { _id: id, isActive: true } } },
      { type: 'post-removed', payload: { postId: id } },
    ]);
    expect(await read(id, carol)).toMatchObject({ status: 404 });
  });

  test('a rejected save changes nothing and notifies nobody', async () => {
    const id = await draft();
    const before = (await read(id, carol)).data;
    await saveAgain(id, { ...general, impactAreas: ['chess'] });
    await saveAgain(id, { ...general, title: '' });
    await saveAgain(id, general, dan);
    expect((await read(id, carol)).data).toEqual(before);
    expect(await readEvents(world.db, carol._id, 0)).toHaveLength(1);
    expect(await readEvents(world.db, dan._id, 0)).toEqual([]);
  });
});
