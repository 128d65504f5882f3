import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { prospectLimits } from './prospects.schema.ts';

const { world, alice, bob, carol } = setUpCast();

const prospects = (as: Person = carol) => world.as(as).prospects;
const publish = async (title: string) => {
  const dates = { startDateTime: '2030-01-01T10:00:00Z', timeZone: 'UTC' };
  return (await world.as(carol).posts.create({ postType: 'event', title, isActive: true, ...dates }))._id;
};
const kindsOf = async (person: Person, as: Person = carol) =>
  (await prospects(as).timeline({ userId: person._id })).items.map(({ kind }) => kind);
const follow = (person: Person) =>
  world.as(person).follows.follow({ followerId: person._id, followingId: carol._id });

describe('a timeline', () => {
  it('holds what a user did with the organization, and it with them, newest first, in pages', async () => {
    const me = world.as(alice);
    const { clock } = world.ports;
    const postId = await publish('Soup night');
    const { _id: listId } = await world.as(carol).cultivations.create({ title: 'Regulars' });
    const membership = { membershipType: 'volunteer', startTime: { month: 0, year: 2024 } } as const;
    const between = { individualId: alice._id, organizationId: carol._id };
    let membershipId = '';
    const deeds: [string, () => Promise<unknown>][] = [
      ['added-to-list', () => world.as(carol).cultivations.addUsers({ id: listId, userId: alice._id })],
      [
        'invited-to-follow',
        () =>
          world.as(carol).invitations.inviteToFollow({
            organizationId: carol._id,
            usersToBeInvited: [alice._id],
            organizationLink: `/organization/details/${carol._id}`,
          }),
      ],
      [
        'invited-to-view',
        () =>
          world.as(carol).invitations.invite({
            id: carol._id,
            usersToBeInvited: [alice._id],
            postLink: `/post/event/details/${postId}`,
          }),
      ],
      ['followed', () => follow(alice)],
      ['endorsed', () => me.endorsements.endorse({ endorserId: alice._id, endorseeId: carol._id })],
      ['liked', () => me.posts.like({ id: postId })],
      ['going', () => me.posts.going({ id: postId })],
      ['shared', () => me.shares.create({ userId: alice._id, postId })],
      [
        'membership-requested',
        async () => (membershipId = (await me.memberships.create({ ...between, ...membership }))._id),
      ],
      ['membership-accepted', () => world.as(carol).memberships.accept({ id: membershipId })],
      ['conversation', () => me.conversations.send({ receiverId: carol._id, text: 'A secret' })],
    ];
    for (const [, act] of deeds) {
      clock.advance(1000);
      await act();
    }
    const expected = deeds.map(([kind]) => kind).toReversed();
    expect(await kindsOf(alice)).toEqual(expected);

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await prospects().timeline({ userId: alice._id, limit: 3, cursor });
      seen.push(...page.items.map(({ kind }) => kind));
      ({ cursor } = page);
    } while (cursor);
    expect(seen).toEqual(expected);

    const { data } = await world.request(`/api/prospects/${alice._id}/timeline`, { as: carol });
    expect(JSON.stringify(data)).not.toContain('A secret');
    const entry = (kind: string) => data.items.find((item: { kind: string }) => item.kind === kind);
    expect(entry('liked')).toMatchObject({ post: { _id: postId, postType: 'event', title: 'Soup night' } });
    expect(entry('added-to-list')).toMatchObject({ list: { _id: listId, title: 'Regulars' }, post: null });
    expect(entry('membership-accepted')).toMatchObject({ membershipType: 'volunteer' });
    expect(await kindsOf(alice, await world.organization('dan'))).toEqual([]);
  });

  it('neither repeats nor leaves out what happened at the same moment', async () => {
    world.ports.clock.advance(0);
    const postIds = [await publish('One'), await publish('Two')];
    for (const id of postIds) {
      await world.as(alice).posts.like({ id });
      await world.as(alice).posts.going({ id });
    }
    await follow(alice);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await prospects().timeline({ userId: alice._id, limit: 1, cursor });
      seen.push(...page.items.map(({ _id }) => _id));
      ({ cursor } = page);
    } while (cursor);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
    await expect(prospects().timeline({ userId: alice._id, cursor: 'nonsense_liked' })).rejects.toThrow(
      'not a cursor',
    );
  });

  it('is empty for who hides what they do, as for who did nothing', async () => {
    const quiet = await world.individual('eve', { show_activity: 'no-one' });
    const post = await publish('Soup night');
    for (const person of [quiet, alice]) {
      await follow(person);
      await world.as(person).posts.like({ id: post });
    }
    const read = (person: Person) => prospects().timeline({ userId: person._id });
    expect(await read(quiet)).toEqual(await read(bob));
    expect(await kindsOf(alice)).toHaveLength(2);
  });

  it('is of nobody whom the organization may not find', async () => {
    const hidden = await world.individual('eve', { is_user_searchable: false });
    const ada = await world.admin('ada');
    for (const { _id: userId } of [hidden, ada, carol, { _id: uuid() }]) {
      await expect(prospects().timeline({ userId })).rejects.toThrow('Not found');
      await expect(prospects().byId({ userId })).rejects.toThrow('Not found');
      await expect(prospects().addNote({ userId, text: 'Seen' })).rejects.toThrow('Not found');
      await expect(prospects().setTags({ userId, tags: ['Seen'] })).rejects.toThrow('Not found');
    }
    expect(await prospects().byId({ userId: alice._id })).toMatchObject({ name: 'Alice Example', notes: [] });
  });
});

describe('notes', () => {
  it('are added, changed and deleted over REST, and seen by nobody else', async () => {
    const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      world.request(`/api/prospects/${path}`, { method, as: carol, body });
    const added = await send('POST', `${alice._id}/notes`, {
      text: ' Likes to\ncook ',
      creatorId: carol._id,
    });
    expect(added).toMatchObject({
      status: 200,
      message: 'Note saved.',
      data: { text: 'Likes to\ncook', creatorId: carol._id, changedAt: null },
    });
    const { _id } = added.data;
    expect(await send('PUT', `notes/${_id}`, { text: 'Cooks' })).toMatchObject({
      data: { text: 'Cooks', changedAt: expect.any(String) },
    });
    expect(await prospects().byId({ userId: alice._id })).toMatchObject({ notes: [{ _id, text: 'Cooks' }] });

    const dan = await world.organization('dan');
    expect(await prospects(dan).byId({ userId: alice._id })).toMatchObject({ notes: [], tags: [] });
    await expect(prospects(dan).changeNote({ id: _id, text: 'Mine' })).rejects.toThrow('Not found');
    await expect(prospects(dan).removeNote({ id: _id })).rejects.toThrow('Not found');
    await expect(prospects(alice).byId({ userId: alice._id })).rejects.toThrow('organizations only');
    const info = await world.as(alice).profiles.publicInfo({ id: alice._id });
    expect(JSON.stringify(info)).not.toContain('Cooks');

    expect(await send('DELETE', `notes/${_id}`)).toMatchObject({ status: 200, message: 'Note deleted.' });
    expect(await send('DELETE', `notes/${_id}`)).toMatchObject({ status: 404 });
  });

  it('of an id that the client chose are one, however often it is sent at once', async () => {
    const note = { _id: uuid(), userId: alice._id, text: 'Likes to cook' };
    const sent = await Promise.all(Array.from({ length: 5 }, () => prospects().addNote(note)));
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await prospects().byId({ userId: alice._id })).notes).toHaveLength(1);
    await expect(prospects().addNote({ ...note, text: 'Other' })).rejects.toThrow('This id is taken');
    const dan = await world.organization('dan');
    await expect(prospects(dan).addNote(note)).rejects.toThrow('This id is taken');
  });

  it('are bounded in length and number, also where many are added at once', async () => {
    const userId = alice._id;
    const text = 'a'.repeat(prospectLimits.note);
    await expect(prospects().addNote({ userId, text: `${text}a` })).rejects.toThrow('exceeded');
    await expect(prospects().addNote({ userId, text: ' \n ' })).rejects.toThrow('This field is required');
    await prospects().addNote({ userId, text });
    const rows = Array.from({ length: prospectLimits.notes - 2 }, () => ({
      id: uuid(),
      organization_id: carol._id,
      user_id: userId,
      text: 'Old',
      created_at: world.ports.clock.now(),
    }));
    await world.db.insertInto('prospect_notes').values(rows).execute();
    const many = await Promise.allSettled(
      Array.from({ length: 4 }, () => prospects().addNote({ userId, text: 'One more' })),
    );
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await prospects().byId({ userId })).notes).toHaveLength(prospectLimits.notes);
    await prospects().addNote({ userId: bob._id, text: 'Another person' });
  });

  it('and tags go with the account of the person, and of the organization', async () => {
    const dan = await world.organization('dan');
    for (const as of [carol, dan])
      for (const { _id: userId } of [alice, bob]) {
        await prospects(as).addNote({ userId, text: 'Likes to cook' });
        await prospects(as).setTags({ userId, tags: ['Cook'] });
      }
    const count = async (table: 'prospect_notes' | 'prospect_tag_users') => {
      const rows = await world.db
        .selectFrom(table)
        .select('organization_id')
        .where('user_id', 'in', [alice._id, bob._id])
        .execute();
      return rows.length;
    };
    const { db } = world;
    await db.deleteFrom('users').where('id', '=', alice._id).execute();
    expect([await count('prospect_notes'), await count('prospect_tag_users')]).toEqual([2, 2]);
    await db.deleteFrom('users').where('id', '=', dan._id).execute();
    expect([await count('prospect_notes'), await count('prospect_tag_users')]).toEqual([1, 1]);
  });
});

describe('tags', () => {
  it('are suggested to the organization alone, as they were first written, while somebody has them', async () => {
    const set = (person: Person, ...tags: string[]) => prospects().setTags({ userId: person._id, tags });
    expect(await set(alice, 'Carpenter', 'carpenter', 'Bakes')).toEqual({ tags: ['Bakes', 'carpenter'] });
    expect(await set(bob, 'CARPENTER')).toEqual({ tags: ['carpenter'] });
    expect(await prospects().tags()).toEqual({ tags: ['Bakes', 'carpenter'] });
    expect(await set(alice, 'Gardener')).toEqual({ tags: ['Gardener'] });
    expect(await prospects().tags()).toEqual({ tags: ['carpenter', 'Gardener'] });
    await set(alice);
    expect(await prospects().tags()).toEqual({ tags: ['carpenter'] });
    expect(await prospects(await world.organization('dan')).tags()).toEqual({ tags: [] });
  });

  it('are bounded in length and number', async () => {
    const userId = alice._id;
    const tags = Array.from({ length: prospectLimits.tags }, (_, n) => `Tag ${n}`);
    await prospects().setTags({ userId, tags });
    await expect(prospects().setTags({ userId, tags: [...tags, 'More'] })).rejects.toThrow('at most 20');
    const long = 'a'.repeat(prospectLimits.tag + 1);
    await expect(prospects().setTags({ userId, tags: [long] })).rejects.toThrow('exceeded');
    // Some too many for the organization: each is another person's.
    const names = Array.from({ length: prospectLimits.names - prospectLimits.tags }, (_, n) => ({
      id: uuid(),
      organization_id: carol._id,
      name: `Other ${n}`,
    }));
    await world.db.insertInto('prospect_tags').values(names).execute();
    const given = names.map(({ id }) => ({ organization_id: carol._id, user_id: alice._id, tag_id: id }));
    await world.db.insertInto('prospect_tag_users').values(given).execute();
    await expect(prospects().setTags({ userId: bob._id, tags: ['New'] })).rejects.toThrow('500 different');
    expect(await prospects().setTags({ userId: bob._id, tags: ['other 7'] })).toEqual({ tags: ['Other 7'] });
  });

  it('narrow a list, and never by the tags of another organization', async () => {
    const lists = world.as(carol).cultivations;
    const { _id: id } = await lists.create({ title: 'Regulars' });
    await lists.addUsers({ id, userIds: [alice._id, bob._id] });
    const dan = await world.organization('dan');
    await prospects(dan).setTags({ userId: bob._id, tags: ['Cook'] });
    await prospects().setTags({ userId: alice._id, tags: ['Cook'] });
    const { users, total } = await lists.byId({ id, tag: 'cook' });
    expect([users.map(({ _id }) => _id), total]).toEqual([[alice._id], 1]);
    expect((await lists.byId({ id, tag: 'Nothing' })).users).toEqual([]);
  });
});

describe('the file of notes and tags', () => {
  it('holds in safe cells those on people whom the organization may find, for it alone', async () => {
    const hidden = await world.individual('eve');
    for (const { _id: userId } of [alice, bob, hidden]) {
      await prospects().addNote({ userId, text: '=1+1' });
      await prospects().setTags({ userId, tags: ['Cook'] });
    }
    await world.as(hidden).profiles.savePrivacy({ id: hidden._id, isUserSearchable: false });
    const read = async (as?: Person) => {
      const headers = as ? { authorization: `Bearer ${as.token}` } : {};
      const response = await world.fetch('/api/prospects/notes.csv', { headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const { headers, text } = await read(carol);
    expect(headers.get('x-total-count')).toBe('4');
    const cells = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(0, 3).join());
    expect(cells[0]).toBe('User Name,Kind,Text');
    expect(cells.slice(1).toSorted()).toEqual([
      "Alice Example,note,'=1+1",
      'Alice Example,tag,Cook',
      "Bob Example,note,'=1+1",
      'Bob Example,tag,Cook',
    ]);
    const theirs = await read(await world.organization('dan'));
    expect(theirs.text.trimEnd().split('\r\n')).toHaveLength(1);
    expect([(await read()).status, (await read(alice)).status]).toEqual([401, 403]);
  });
});
