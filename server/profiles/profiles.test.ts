import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { seedLookups } from '#db/seeds/lookups.ts';
import { setUpCast } from '../testing/cast.ts';
import { createWorld, type Person, type World } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast({ fill: ({ db }) => seedLookups(db) });
let picture: string;
beforeAll(async () => {
  const pixels = sharp({ create: { width: 500, height: 500, channels: 3, background: 'teal' } });
  picture = `data:image/png;base64,${(await pixels.png().toBuffer()).toString('base64')}`;
});

const save = (person: Person, body: object, as = person) =>
  world.request(`/api/users/${person._id}/basic-info`, { method: 'PUT', as, body });
const read = async (person: Person, as: Person) =>
  (await world.request(`/api/users/${person._id}/basic-info`, { as })).data;
const required = { firstName: 'Alice', lastName: 'Adams', address: { code: '19104' } };

describe('basic information of individuals', () => {
  const whole = {
    firstName: 'Alice',
    lastName: 'Adams',
    dateOfBirth: '1990-05-17',
    kids: '4+',
    phone: '+1 215 555 0100',
    gender: 'female',
    races: ['white', 'asian'],
    skills: ['first-aid', 'cooking', 'cooking'],
    languages: ['spanish'],
    address: {
      street1: '1 Elm Street',
      street2: 'Apt 2',
      city: 'Philadelphia',
      code: '19104',
      state: 'PA',
      country: 'US',
      latitude: 39.95,
      longitude: -75.19,
    },
  };

  const namesOfChosen = {
    skills: [
      { _id: 'cooking', name: 'Cooking' },
      { _id: 'first-aid', name: 'First Aid' },
    ],
    languages: [{ _id: 'spanish', name: 'Spanish' }],
  };

  test('is read back by its owner as it was saved', async () => {
    const saved = await save(alice, whole);
    expect(saved).toMatchObject({
      status: 200,
      message: 'Basic information saved.',
      data: { ...whole, ...namesOfChosen },
    });
    expect(await read(alice, alice)).toEqual({
      _id: alice._id,
      userType: 'individual',
      concatNameWithSpace: 'Alice Adams',
      profilePicture: null,
      ...whole,
      ...namesOfChosen,
    });
  });

  test('shows others the name, the picture and the place, and nothing else', async () => {
    await save(alice, whole);
    await world.befriend(alice, bob);
    for (const other of [bob, carol, await world.admin('dan')])
      expect(await read(alice, other)).toEqual({
        _id: alice._id,
        userType: 'individual',
        firstName: 'Alice',
        lastName: 'Adams',
        concatNameWithSpace: 'Alice Adams',
        profilePicture: null,
        address: { city: 'Philadelphia', state: 'PA', country: 'US' },
      });
    expect(await world.request(`/api/users/${alice._id}/basic-info`)).toMatchObject({ status: 401 });
  });

  test('needs a first name, a last name and a ZIP code', async () => {
    const message = 'This field is required';
    const missing = { firstName: message, lastName: message, 'address.code': message };
    expect(await save(alice, {})).toMatchObject({ status: 400, message, fields: missing });
    const blank = { firstName: ' ', lastName: '', address: { code: '', city: 'Philadelphia' } };
    expect(await save(alice, blank)).toMatchObject({ status: 400, fields: missing });
  });

  test('keeps what is not mentioned and removes what is emptied', async () => {
    await save(alice, whole);
    await save(alice, required);
    expect(await read(alice, alice)).toMatchObject({
      dateOfBirth: '1990-05-17',
      gender: 'female',
      kids: '4+',
    });
    await save(alice, { ...required, dateOfBirth: '', gender: '', kids: null, phone: '', races: [] });
    expect(await read(alice, alice)).toMatchObject({
      dateOfBirth: null,
      gender: null,
      kids: null,
      phone: null,
      races: [],
      ...namesOfChosen,
      address: { code: '19104' },
    });
  });

  test('takes who is 18 on the day of saving, and nobody younger', async () => {
    world.ports.clock.set(new Date('2026-11-21T23:59:00Z'));
    const invalid = { status: 400, fields: { dateOfBirth: 'Invalid date' } };
    expect(await save(alice, { ...required, dateOfBirth: '2008-11-22' })).toMatchObject(invalid);
    expect(await save(alice, { ...required, dateOfBirth: '2008-11-21' })).toMatchObject({ status: 200 });
    for (const dateOfBirth of ['2001-02-29', '21.11.1990', '1899-12-31', '2030-01-01', 1990, 'x\0'])
      expect(await save(alice, { ...required, dateOfBirth }), String(dateOfBirth)).toMatchObject(invalid);
  });

  it('ignores an organization’s fields over REST, and rejects them from typed clients', async () => {
    const { data: before } = await save(alice, required);
    for (const more of [{ ein: '12-3456789' }, { organizationTypes: ['charity'] }]) {
      expect(await save(alice, { ...required, ...more })).toMatchObject({ status: 200, data: before });
      await expect(
        world.as(alice).profiles.saveBasicInfo({ id: alice._id, ...required, ...more }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  test('rejects what is no choice, too long or unknown', async () => {
    for (const wrong of [
      { kids: '5' },
      { gender: 'x' },
      { races: ['green'] },
      { phone: '1'.repeat(31) },
      { firstName: 'x'.repeat(101) },
      { address: { code: '1', latitude: 91 } },
      { address: { code: '1', planet: 'Mars' } },
      { address: { code: '1', country: 'Mars' } },
      { address: { code: '1', country: 'US', state: 'ON' } },
      { skills: ['telepathy'] },
      { languages: ['klingon'] },
      { profilePicture: 'https://example.org/me.png' },
      { profilePicture: 'f'.repeat(64) },
      { profilePicture: `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}` },
    ])
      expect(await save(alice, { ...required, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        status: 400,
      });
    expect((await save(alice, { ...required, phone: '1'.repeat(31) })).fields).toEqual({
      phone: 'Limit of characters (max 30) exceeded',
    });
  });

  test('takes the regions of each country, and any where a country has no list', async () => {
    for (const [country, state, status] of [
      ['US', 'PA', 200],
      ['CA', 'ON', 200],
      ['AU', 'NSW', 200],
      ['JP', 'Tokyo', 200],
      ['GB', 'Somerset', 200],
      ['', 'Somewhere', 200],
      ['JP', 'PA', 400],
      ['AU', 'toString', 400],
      ['FR', 'Paris', 400],
    ] as const)
      expect(
        await save(alice, { ...required, address: { code: '1', country, state } }),
        `${country} ${state}`,
      ).toMatchObject({ status });
  });

  test('is its owner’s to change', async () => {
    expect(await save(alice, required, bob)).toMatchObject({ status: 403 });
    expect(await save(alice, required, alice)).toMatchObject({ status: 200 });
  });
});

describe('profile pictures', () => {
  test('are stored, kept when they are sent back, and removed with null', async () => {
    const { data } = await save(alice, { ...required, profilePicture: picture });
    expect(data.profilePicture).toMatch(/^[0-9a-f]{64}$/);
    expect((await world.request(`/media/${data.profilePicture}/96`)).status).toBe(200);
    const { profilePicture } = data;
    expect((await save(alice, { ...required, profilePicture })).data).toMatchObject({ profilePicture });
    expect((await save(alice, required)).data).toMatchObject({ profilePicture });
    expect((await save(alice, { ...required, profilePicture: null })).data.profilePicture).toBeNull();
  });

  test('of others cannot be taken by their path', async () => {
    const { data } = await save(alice, { ...required, profilePicture: picture });
    const taken = { profilePicture: data.profilePicture };
    expect(await save(bob, { ...required, ...taken })).toMatchObject({ status: 400 });
    expect(await save(carol, taken)).toMatchObject({ status: 400 });
    expect(await save(carol, { profilePicture: picture })).toMatchObject({ status: 200 });
  });
});

describe('basic information of organizations', () => {
  const whole = {
    name: 'Carol’s Kitchen',
    phone: '215 555 0100',
    ein: '12-3456789',
    website: 'https://carol.example',
    contactEmail: 'hello@carol.example',
    mission: 'Nobody hungry',
    description: 'We cook.\nEvery day.',
    address: { street1: '1 Elm Street', city: 'Philadelphia', latitude: 39.95, longitude: -75.19 },
    organizationTypes: ['food-bank', 'charity'],
  };

  test('is the same for everybody who is signed in', async () => {
    expect(await save(carol, whole)).toMatchObject({ status: 200 });
    const view = {
      _id: carol._id,
      userType: 'organization',
      concatNameWithSpace: 'Carol’s Kitchen',
      profilePicture: null,
      ...whole,
      organizationTypes: [
        { _id: 'charity', name: 'Charity' },
        { _id: 'food-bank', name: 'Food Bank or Kitchen' },
      ],
    };
    for (const person of [carol, alice]) expect(await read(carol, person)).toEqual(view);
  });

  test('has no field that must be filled in', async () => {
    expect(await save(carol, {})).toMatchObject({ status: 200, data: { name: 'Carol' } });
    expect(await save(carol, { website: '', contactEmail: '', address: {} })).toMatchObject({ status: 200 });
  });

  it('ignores an individual’s fields over REST, and rejects them from typed clients', async () => {
    const { data: before } = await save(carol, {});
    for (const more of [{ skills: ['cooking'] }, { firstName: 'Carol' }, { dateOfBirth: '1990-01-01' }]) {
      expect(await save(carol, more)).toMatchObject({ status: 200, data: before });
      await expect(world.as(carol).profiles.saveBasicInfo({ id: carol._id, ...more })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
  });

  test('rejects addresses that are none', async () => {
    for (const wrong of [
      { website: 'javascript:alert(1)' },
      { website: 'ftp://carol.example' },
      { contactEmail: 'carol' },
      { organizationTypes: ['cult'] },
      { last_published_at: '2026-01-01' },
    ])
      expect(await save(carol, wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 });
  });
});

describe('the top of a page', () => {
  test('is public, with counts', async () => {
    await save(carol, {
      mission: 'Nobody hungry',
      website: 'https://carol.example',
      contactEmail: 'Hello@Carol.example',
    });
    const served = { serviceAreas: ['Philadelphia'], keywords: ['soup'] };
    await world.as(carol).profiles.saveServiceInfo({ id: carol._id, ...served });
    await world.as(carol).profiles.saveInternalLink({ id: carol._id, blog: 'https://carol.example/blog' });
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    const top = {
      _id: carol._id,
      userType: 'organization',
      name: 'Carol',
      firstName: null,
      lastName: null,
      profilePicture: null,
      relation: null,
      basicInfo: expect.objectContaining({
        userType: 'organization',
        mission: 'Nobody hungry',
        description: null,
        website: 'https://carol.example',
        contactEmail: 'hello@carol.example',
        organizationTypes: [],
      }),
      serviceInfo: expect.objectContaining({ serviceAreas: ['Philadelphia'], keywords: ['soup'] }),
      internalLink: { events: '', rss: '', blog: 'https://carol.example/blog' },
      totalFollowers: 1,
      totalFriendsFollowers: 0,
      totalFollowings: 0,
      totalEndorsers: 0,
      totalFriendsEndorsers: 0,
      isCalendarVisible: true,
    };
    expect(await world.visitor.profiles.publicInfo({ id: carol._id })).toEqual(top);
    expect(await world.as(alice).profiles.publicInfo({ id: carol._id })).toEqual({
      ...top,
      relation: { follows: true, followsBack: false, endorses: false, friendship: null },
    });
  });

  test('of an individual holds nothing private, and has the relations between two users', async () => {
    await save(alice, { ...required, dateOfBirth: '1990-05-17', phone: '215 555 0100' });
    await world.befriend(alice, bob);
    const { data } = await world.request(`/api/users/${alice._id}/public-info`, { as: bob });
    expect(data).toMatchObject({
      userType: 'individual',
      name: 'Alice Adams',
      firstName: 'Alice',
      relation: { follows: false, friendship: { status: 'accepted', senderId: alice._id } },
    });
    // Ids are random, and may hold any digits.
    const withoutIds = JSON.stringify(data).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '');
    expect(withoutIds).not.toMatch(/1990|555|19104/);
  });

  test('of nobody is not found', async () => {
    for (const what of [
      'public-info',
      'basic-info',
      'impact-areas',
      'skills',
      'languages',
      'involvement',
      'service-info',
    ]) {
      const path = `/api/users/01990000-0000-7000-8000-000000000000/${what}`;
      expect(await world.request(path, { as: alice })).toMatchObject({
        status: 404,
        message: 'No User Found',
      });
    }
  });
});

describe('name search', () => {
  const search = async (name: string, as?: Person) => {
    const path = `/api/users/search/${encodeURIComponent(name)}`;
    const { data, status } = await world.request(path, as && { as });
    expect(status).toBe(200);
    const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);
    return { individuals: ids(data.individuals), organizations: ids(data.organizations) };
  };

  test('finds people and organizations by beginnings of words, without case and accents', async () => {
    const zoe = await world.individual('Zoë', { last_name: "O'Núñez-Quartz" });
    const kitchen = await world.organization('Quartz Street Kitchen, St. Mary’s');
    for (const name of ['zoe quartz', 'ZOË O’NUÑ', 'onunez', 'quartz zo', ' quar, z '])
      expect(await search(name), name).toEqual({ individuals: [zoe._id], organizations: [] });
    for (const name of ['kitchen quartz', 'marys quartz', "st. mary's quartz str"])
      expect(await search(name), name).toEqual({ individuals: [], organizations: [kitchen._id] });
    expect(await search('quartz')).toEqual({ individuals: [zoe._id], organizations: [kitchen._id] });
    expect(await search('artz')).toEqual({ individuals: [], organizations: [] });
  });

  test('forgives mistakes, after what was typed exactly', async () => {
    const meant = await world.individual('Xantheppe', { last_name: 'Vogelsang' });
    const exact = await world.individual('Xanthipe', { last_name: 'Vogelsang' });
    const begun = await world.individual('Xanthipette', { last_name: 'Vogelsang' });
    expect((await search('xanthipe')).individuals).toEqual([exact._id, begun._id, meant._id]);
    expect((await search('vogelsnag xanthipe')).individuals).toEqual([meant._id, exact._id, begun._id]);
    expect((await search('Vögelsangg')).individuals).toHaveLength(3);
    expect((await search('gesangvogel')).individuals).toEqual([]);
  });

  test('takes special characters as what they are and ignores empty text', async () => {
    const nobody = { individuals: [], organizations: [] };
    for (const name of [' ', '%', '_', '*', "'", '\\', '&|!():*', "x' | 'a", '.*', '<->', 'ﷺ%'])
      expect(await search(name), name).toEqual(nobody);
    expect(await world.request(`/api/users/search/${'x'.repeat(201)}`)).toMatchObject({ status: 400 });
    expect(await world.request('/api/users/search/%00')).toMatchObject({ status: 400 });
  });

  test('returns at most 20 of a kind', async () => {
    for (let index = 0; index < 21; index++) await world.organization(`Crowded ${index}`);
    expect((await search('crowded')).organizations).toHaveLength(20);
  });

  test('obeys privacy', async () => {
    const open = await world.individual('Privy', { last_name: 'A' });
    await world.individual('Privy', { last_name: 'B', is_user_searchable: false });
    const never = await world.individual('Privy', { last_name: 'C', show_on_search: 'never' });
    const some = await world.individual('Privy', { last_name: 'D', show_on_search: 'friends-of-friends' });
    await world.admin('Privy');
    expect((await search('privy')).individuals).toEqual([open._id]);
    expect((await search('privy', alice)).individuals).toEqual([open._id]);
    await world.befriend(bob, some);
    await world.befriend(bob, never);
    expect((await search('privy', bob)).individuals).toEqual([open._id, some._id]);
    expect((await search('privy', alice)).individuals).toEqual([open._id]);
    await world.befriend(alice, bob);
    expect((await search('privy', alice)).individuals).toEqual([open._id, some._id]);
    const requested = await world.individual('dan');
    await world.db
      .insertInto('friendships')
      .values({
        id: crypto.randomUUID(),
        sender_id: requested._id,
        receiver_id: some._id,
        status: 'pending',
        created_at: new Date(),
        accepted_at: null,
      })
      .execute();
    expect((await search('privy', requested)).individuals).toEqual([open._id]);
  });

  test('finds a whole mail address for those signed in, unless its owner does not want that', async () => {
    const shy = await world.individual('eve', { is_email_searchable: false });
    const hidden = await world.individual('eve', { is_user_searchable: false });
    const found = { individuals: [alice._id], organizations: [] };
    const nobody = { individuals: [], organizations: [] };
    expect(await search(alice.email.toUpperCase(), bob)).toEqual(found);
    expect(await search(alice.email)).toEqual(nobody);
    expect(await search(alice.email.slice(0, -1), bob)).toEqual(nobody);
    for (const person of [shy, hidden]) expect(await search(person.email, bob)).toEqual(nobody);
    expect(await search(carol.email, bob)).toEqual({ individuals: [], organizations: [carol._id] });
  });

  test('shows no more than a name and a picture, and what there is between the two', async () => {
    await save(alice, { ...required, lastName: 'Unmistakable', phone: '215 555 0100', gender: 'female' });
    const { data } = await world.request('/api/users/search/unmistakable', { as: bob });
    expect(data.individuals).toEqual([
      {
        _id: alice._id,
        userType: 'individual',
        name: 'Alice Unmistakable',
        firstName: 'Alice',
        lastName: 'Unmistakable',
        profilePicture: null,
        relation: { follows: false, followsBack: false, endorses: false, friendship: null },
      },
    ]);
  });
});

describe('everybody’s names', () => {
  test('come in pages, each once, without the hidden and the nameless', async () => {
    const hidden = await world.individual('eve', { show_on_search: 'never' });
    const nameless = await world.newcomer('individual');
    const admin = await world.admin('dan');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data } = await world.request(
        `/api/users/name/all?limit=5${cursor ? `&cursor=${cursor}` : ''}`,
        {
          as: bob,
        },
      );
      for (const item of data.items) {
        expect(Object.keys(item).toSorted()).toEqual(['_id', 'name', 'profilePicture', 'userType']);
        seen.push(item._id);
      }
      cursor = data.cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining([alice._id, bob._id, carol._id]));
    for (const absent of [hidden, nameless, admin]) expect(seen).not.toContain(absent._id);
  });

  test('are at most 1,000, for those signed in', async () => {
    expect(await world.request('/api/users/name/all?limit=1001', { as: bob })).toMatchObject({ status: 400 });
    expect(await world.request('/api/users/name/all?limit=1000', { as: bob })).toMatchObject({ status: 200 });
    expect(await world.request('/api/users/name/all')).toMatchObject({ status: 401 });
  });
});

describe('suggested organizations', () => {
  let other: World;
  beforeAll(async () => {
    other = await createWorld();
    await other.db.insertInto('impact_areas').values({ id: 'hunger', name: 'Hunger' }).execute();
  });
  afterAll(() => other.close());

  test('are not followed yet: shared causes and friends’ choices first, then recent activity', async () => {
    // Yonge and Bloor, and a kilometer to the north.
    const toronto = { latitude: 43.6709, longitude: -79.3857 };
    const home = { latitude: 43.6799, longitude: -79.3857 };
    const reader = await other.individual('alice', { address: JSON.stringify(home) });
    const friend = await other.individual('bob');
    await other.befriend(reader, friend);
    const at = (day: string) => ({ last_published_at: new Date(`2026-11-${day}T00:00:00Z`) });
    const quiet = await other.organization('quiet', {
      mission: 'To be there.',
      address: JSON.stringify(toronto),
    });
    await other.organization('nothing to show');
    const older = await other.organization('older', at('01'));
    const newer = await other.organization('newer', at('20'));
    const shared = await other.organization('shared', at('02'));
    const liked = await other.organization('liked', at('03'));
    const followed = await other.organization('followed', at('21'));
    await other.newcomer('organization');
    await other.as(reader).profiles.saveInvolvement({ id: reader._id, impactAreas: ['hunger'] });
    await other.as(shared).profiles.saveServiceInfo({ id: shared._id, impactAreas: ['hunger'] });
    await other.as(friend).follows.follow({ followerId: friend._id, followingId: liked._id });
    await other.as(reader).follows.follow({ followerId: reader._id, followingId: followed._id });
    const path = `/api/users/${reader._id}/suggestions?userType=organization`;
    const { data } = await other.request(`${path}&limit=20`, { as: reader });
    const ids = data.map(({ _id }: { _id: string }) => _id);
    expect(ids).toEqual([liked._id, shared._id, newer._id, older._id, quiet._id]);
    expect(data.map(({ reasons }: { reasons: object }) => reasons)).toEqual([
      { friends: 1, causes: 0, kilometers: null, lastPublishedAt: '2026-11-03T00:00:00.000Z' },
      { friends: 0, causes: 1, kilometers: null, lastPublishedAt: '2026-11-02T00:00:00.000Z' },
      { friends: 0, causes: 0, kilometers: null, lastPublishedAt: '2026-11-20T00:00:00.000Z' },
      { friends: 0, causes: 0, kilometers: null, lastPublishedAt: '2026-11-01T00:00:00.000Z' },
      { friends: 0, causes: 0, kilometers: expect.closeTo(1, 2), lastPublishedAt: null },
    ]);
    expect((await other.request(`${path}&limit=2`, { as: reader })).data).toHaveLength(2);
    expect(await other.request(path, { as: friend })).toMatchObject({ status: 403 });
    expect(await other.request(path)).toMatchObject({ status: 401 });
    expect(await other.request(`${path}&limit=21`, { as: reader })).toMatchObject({ status: 400 });
    const own = await other.as(quiet).profiles.suggestions({ id: quiet._id });
    expect(own.map(({ _id }) => _id)).not.toContain(quiet._id);
  });
});
