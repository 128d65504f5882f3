import { beforeEach, describe, expect, test } from 'vitest';
import { seedLookups } from '#db/seeds/lookups.ts';
import { setUpWorld } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(({ db }) => seedLookups(db));

let alice: Person;
let bob: Person;
let carol: Person;
beforeEach(async () => {
  alice = await world.individual('alice');
  bob = await world.individual('bob');
  carol = await world.organization('carol');
});

const read = (person: Person, section: string, as?: Person) =>
  world.request(`/api/users/${person._id}/${section}`, as && { as });
const save = (person: Person, section: string, body: object, as = person) =>
  world.request(`/api/users/${person._id}/${section}`, { method: 'PUT', as, body });

describe('involvement', () => {
  const unsaid = {
    impactAreas: [],
    communityInvolvement: '',
    lookingForVolunteeringOpportunity: true,
    lookingForProject: true,
    lookingForMembership: true,
    lookingForCommittee: true,
    availabilityPerWeek: null,
    typeOfInvolvement: null,
  };
  const whole = {
    impactAreas: ['housing', 'animals', 'animals'],
    communityInvolvement: 'I run the book swap.\nEvery month.',
    lookingForVolunteeringOpportunity: true,
    lookingForProject: false,
    lookingForMembership: false,
    lookingForCommittee: true,
    availabilityPerWeek: 12,
    typeOfInvolvement: 'structured-recurring',
  };
  const wholeView = {
    ...whole,
    impactAreas: [
      { _id: 'animals', name: 'Animal Welfare' },
      { _id: 'housing', name: 'Housing & Homelessness' },
    ],
  };

  test('is looking for everything by default', async () => {
    expect((await read(alice, 'involvement', alice)).data).toEqual(unsaid);
  });

  test('is read back as it was saved, by everybody signed in', async () => {
    expect(await save(alice, 'involvement', whole)).toMatchObject({
      status: 200,
      message: 'Involvement saved.',
      data: wholeView,
    });
    for (const reader of [alice, bob, carol])
      expect((await read(alice, 'involvement', reader)).data).toEqual(wholeView);
    expect(await read(alice, 'involvement')).toMatchObject({ status: 401 });
    expect((await read(alice, 'impact-areas', bob)).data).toEqual(wholeView.impactAreas);
  });

  test('keeps what is not mentioned, and forgets what is emptied', async () => {
    await save(alice, 'involvement', whole);
    expect((await save(alice, 'involvement', {})).data).toEqual(wholeView);
    const emptied = {
      impactAreas: [],
      communityInvolvement: '',
      availabilityPerWeek: null,
      typeOfInvolvement: null,
    };
    expect((await save(alice, 'involvement', emptied)).data).toEqual({ ...wholeView, ...emptied });
  });

  test('takes whole hours from 0 to 40', async () => {
    for (const availabilityPerWeek of [0, 1, 40])
      expect(await save(alice, 'involvement', { availabilityPerWeek })).toMatchObject({ status: 200 });
    for (const availabilityPerWeek of [-1, 41, 0.5, '4', Number.MAX_SAFE_INTEGER])
      expect(await save(alice, 'involvement', { availabilityPerWeek })).toMatchObject({
        status: 400,
        fields: { availabilityPerWeek: expect.any(String) },
      });
  });

  test('rejects what is not on the lists, too long or unknown', async () => {
    for (const wrong of [
      { impactAreas: ['world-peace'] },
      { typeOfInvolvement: 'never' },
      { communityInvolvement: 'x'.repeat(2001) },
      { lookingForProject: 'yes' },
      { lookingForLove: true },
    ])
      expect(await save(alice, 'involvement', wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 });
  });

  test('is for individuals, and its owner’s to change', async () => {
    expect(await save(alice, 'involvement', whole, bob)).toMatchObject({ status: 403 });
    expect(await save(alice, 'involvement', whole)).toMatchObject({ status: 200 });
    expect(await save(carol, 'involvement', whole)).toMatchObject({ status: 403 });
    expect(await read(carol, 'involvement', carol)).toMatchObject({ status: 404, message: 'No User Found' });
  });
});

describe('privacy', () => {
  const unsaid = {
    isCalenderPublic: false,
    isEmailSearchable: true,
    isUserSearchable: true,
    showOnSearch: 'always',
    showActivity: 'Public',
  };

  test('begins with a closed calendar and everything else open', async () => {
    expect((await read(alice, 'privacy', alice)).data).toEqual(unsaid);
  });

  test('takes every value, and keeps what is not mentioned', async () => {
    for (const showOnSearch of ['never', 'friends-of-friends', 'always'])
      expect((await save(alice, 'privacy', { showOnSearch })).data).toEqual({ ...unsaid, showOnSearch });
    for (const showActivity of ['no-one', 'friends', 'friends-of-friends', 'Public'])
      expect((await save(alice, 'privacy', { showActivity })).data).toEqual({ ...unsaid, showActivity });
    const closed = { isCalenderPublic: true, isEmailSearchable: false, isUserSearchable: false };
    expect(await save(alice, 'privacy', closed)).toMatchObject({
      status: 200,
      message: 'Privacy saved.',
      data: { ...unsaid, ...closed },
    });
    for (const wrong of [
      { showOnSearch: 'Always' },
      { showActivity: 'public' },
      { isCalendarPublic: true },
      { isUserSearchable: 'no' },
    ])
      expect(await save(alice, 'privacy', wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 });
  });

  test('takes effect on searches at once', async () => {
    const finds = async () =>
      (await world.as(bob).profiles.search({ name: alice.name })).individuals.some(
        ({ _id }) => _id === alice._id,
      );
    await world.db
      .updateTable('individuals')
      .set({ first_name: 'Xenia' })
      .where('user_id', '=', alice._id)
      .execute();
    alice = { ...alice, name: 'Xenia Example' };
    expect(await finds()).toBe(true);
    await save(alice, 'privacy', { isUserSearchable: false });
    expect(await finds()).toBe(false);
  });

  test('is for its owner only, and for individuals', async () => {
    for (const other of [bob, carol, await world.admin('dan')]) {
      expect(await read(alice, 'privacy', other)).toMatchObject({ status: 403 });
      expect(await save(alice, 'privacy', unsaid, other)).toMatchObject({ status: 403 });
    }
    expect(await read(alice, 'privacy')).toMatchObject({ status: 401 });
    expect(await read(alice, 'privacy', alice)).toMatchObject({ status: 200 });
    expect(await read(carol, 'privacy', carol)).toMatchObject({ status: 403 });
    expect(await save(carol, 'privacy', unsaid)).toMatchObject({ status: 403 });
  });
});

describe('service information', () => {
  const unsaid = {
    serviceAreaTypes: [],
    serviceAreas: [],
    impactAreas: [],
    donationLink: '',
    newsLetterLink: '',
    keywords: [],
  };
  const whole = {
    serviceAreaTypes: ['city', 'zip-code'],
    serviceAreas: ['Philadelphia, PA', '19104'],
    impactAreas: ['food-security'],
    donationLink: 'https://carol.example/give',
    newsLetterLink: 'https://carol.example/news',
    keywords: ['soup', 'evening'],
  };
  const wholeView = { ...whole, impactAreas: [{ _id: 'food-security', name: 'Food Security' }] };

  test('is read back as it was saved, by everybody signed in', async () => {
    expect((await read(carol, 'service-info', alice)).data).toEqual(unsaid);
    expect(await save(carol, 'service-info', whole)).toMatchObject({
      status: 200,
      message: 'Service information saved.',
      data: wholeView,
    });
    for (const reader of [carol, alice])
      expect((await read(carol, 'service-info', reader)).data).toEqual(wholeView);
    expect((await save(carol, 'service-info', {})).data).toEqual(wholeView);
    expect((await save(carol, 'service-info', { ...unsaid })).data).toEqual(unsaid);
  });

  test('keeps each area and keyword once, and rejects too many and too long', async () => {
    const twice = { serviceAreas: ['Camden ', 'Camden'], keywords: ['soup', ' soup'] };
    expect((await save(carol, 'service-info', twice)).data).toMatchObject({
      serviceAreas: ['Camden'],
      keywords: ['soup'],
    });
    const many = (count: number) => Array.from({ length: count }, (_, index) => `no ${index}`);
    expect(await save(carol, 'service-info', { keywords: many(20), serviceAreas: many(100) })).toMatchObject({
      status: 200,
    });
    for (const wrong of [
      { keywords: many(21) },
      { serviceAreas: many(101) },
      { keywords: ['x'.repeat(51)] },
      { keywords: [' '] },
      { serviceAreaTypes: ['planet'] },
      { impactAreas: ['world-peace'] },
      { donationLink: 'javascript:alert(1)' },
      { newsLetterLink: 'no address' },
      { events: 'https://carol.example' },
    ])
      expect(await save(carol, 'service-info', wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 });
  });

  test('is for organizations, and its owner’s to change', async () => {
    const dan = await world.organization('dan');
    expect(await save(carol, 'service-info', whole, dan)).toMatchObject({ status: 403 });
    expect(await save(carol, 'service-info', whole)).toMatchObject({ status: 200 });
    expect(await save(alice, 'service-info', whole)).toMatchObject({ status: 403 });
    expect(await read(alice, 'service-info', alice)).toMatchObject({ status: 404, message: 'No User Found' });
  });
});

describe('internal links', () => {
  const whole = {
    events: 'https://carol.example/events',
    rss: 'https://carol.example/feed.xml',
    blog: 'http://blog.carol.example',
  };

  test('are read back as they were saved', async () => {
    const none = { events: '', rss: '', blog: '' };
    expect((await read(carol, 'internal-link', carol)).data).toEqual(none);
    expect(await save(carol, 'internal-link', whole)).toMatchObject({
      status: 200,
      message: 'Internal links saved.',
      data: whole,
    });
    expect((await save(carol, 'internal-link', { rss: '' })).data).toEqual({ ...whole, rss: '' });
    expect((await read(carol, 'internal-link', alice)).data).toEqual({ ...whole, rss: '' });
  });

  test('are web addresses', async () => {
    for (const rss of ['feed', 'ftp://carol.example', 'https:carol.example', `https://${'x'.repeat(2000)}`])
      expect(await save(carol, 'internal-link', { rss }), rss).toMatchObject({ status: 400 });
  });

  test('are for organizations, and their owner’s to change', async () => {
    const dan = await world.organization('dan');
    expect(await save(carol, 'internal-link', whole, dan)).toMatchObject({ status: 403 });
    expect(await save(alice, 'internal-link', whole)).toMatchObject({ status: 403 });
    expect(await read(alice, 'internal-link', bob)).toMatchObject({ status: 404 });
    expect(await read(carol, 'internal-link')).toMatchObject({ status: 401 });
  });
});

test('what people choose is read by its own address', async () => {
  await world.as(alice).profiles.saveBasicInfo({
    id: alice._id,
    firstName: 'Alice',
    lastName: 'Adams',
    address: { code: '19104' },
    skills: ['first-aid', 'cooking'],
    languages: ['english'],
  });
  const names = (data: { name: string }[]) => data.map(({ name }) => name);
  expect(names((await read(alice, 'skills', bob)).data)).toEqual(['Cooking', 'First Aid']);
  expect(names((await read(alice, 'languages', bob)).data)).toEqual(['English']);
  expect((await read(carol, 'skills', bob)).data).toEqual([]);
});

test('the global lists are open to everybody', async () => {
  for (const path of [
    '/impact-areas/global',
    '/skills/global',
    '/languages/global',
    '/organization-types/',
  ]) {
    const { data, headers } = await world.request(`/api${path}`);
    expect(data.length, path).toBeGreaterThan(10);
    expect(data[0]).toEqual({ _id: expect.any(String), name: expect.any(String) });
    expect(headers.get('cache-control'), path).toContain('max-age=3600');
  }
});
