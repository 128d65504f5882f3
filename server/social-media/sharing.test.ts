import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NetworkName, networkNames } from '#db/tables/social-media.ts';
import { doDueWork } from '../due-work.ts';
import { readEvents } from '../events/events.queries.ts';
import { connectEverywhere, connectors } from '../testing/connect-networks.ts';
import { openNetworks, type TestNetworks } from '../testing/networks.ts';
import { createWorld, type Person, type World } from '../testing/world.ts';
import { shareDuePosts } from './share-due.ts';
import { watchConnections } from './watch-connections.ts';

let world: World;
let networks: TestNetworks;
let carol: Person;
beforeAll(async () => {
  [world, networks] = await Promise.all([createWorld(), openNetworks(10_000)]);
  world.ports.networks = networks.port;
  Object.assign(world.deps.settings, {
    tokenKeys: networks.tokenKeys,
    sharing: { lookMs: 100, lookAgainMs: 100, pausesMs: [100, 100, 100], patienceMs: 60_000 },
  });
});
afterAll(async () => {
  await networks.close();
  await world.close();
});
beforeEach(async () => {
  world.ports.clock.set(new Date());
  world.ports.networks = networks.port;
  carol = await world.organization('carol');
});

const keys = { facebook: 'facebook', twitter: 'twitter', 'linked-in': 'linkedIn' } as const;
const chosen = (...names: NetworkName[]) =>
  Object.fromEntries(names.map((name) => [keys[name], { sharePost: true }]));
let lastPost = 0;
const soup = (...names: NetworkName[]) => ({
  postType: 'general' as const,
  title: `Soup night ${++lastPost}`,
  description: 'Bring a friend.',
  isActive: true,
  socialMediaSharing: chosen(...names),
});

/** Lets workers do what is due a moment later, and again, so often. */
async function work(times = 1, by = 200) {
  for (let time = 0; time < times; time++) {
    world.ports.clock.advance(by);
    await doDueWork(world.deps);
    await Promise.all(networkNames.map((name) => shareDuePosts(world.deps, name)));
  }
}

/** Lets workers go on until something is true: a network that is slow is asked again. */
async function workUntil(isTrue: () => boolean | Promise<boolean>) {
  for (let time = 0; time < 40; time++) {
    await work();
    if (await isTrue()) return;
  }
}
const workUntilSettled = (id: string) =>
  workUntil(async () => (await statusOf(id)).every(({ state }) => state !== 'waiting'));

const there = (post: { title: string }) => networks.posts.filter(({ text }) => text.startsWith(post.title));
const readPost = (id: string, as = carol) => world.as(as).posts.byId({ id });
const statusOf = async (id: string) => (await readPost(id)).socialMediaStatus ?? [];

describe('a published post', () => {
  beforeEach(() => connectEverywhere(world, networks, carol));

  it('is shared once at each network that is chosen, however many work, and shows a link to its creator', async () => {
    const { posts } = world.as(carol);
    const post = await posts.create(soup('facebook', 'twitter'));
    expect(post.socialMediaStatus).toMatchObject([
      { socialMedia: 'facebook', state: 'waiting', link: null, reason: null, canRetry: false },
      { socialMedia: 'twitter', state: 'waiting' },
    ]);
    await Promise.all([work(), work(), work(), work()]);
    await workUntilSettled(post._id);
    await work(3);
    expect(there(post).map(({ network, page }) => [network, page])).toEqual(
      expect.arrayContaining([
        ['facebook', 'Larkfield Community Center'],
        ['twitter', null],
      ]),
    );
    expect(there(post)).toHaveLength(2);
    expect(there(post)[0]?.link).toBe(`https://gatherwell.test/post/general/details/${post._id}`);
    const [facebook, twitter] = await statusOf(post._id);
    expect(facebook).toMatchObject({ state: 'posted', reason: null, canRetry: false });
    expect(facebook?.link).toMatch(/^https:\/\/www\.facebook\.com\//);
    expect(twitter?.state).toBe('posted');
    const seen = await readPost(post._id, await world.individual('alice'));
    expect(seen).not.toHaveProperty('socialMediaStatus');
    const last = (await readEvents(world.db, carol._id, 0)).findLast(({ type }) => type === 'post-upserted');
    expect(last).toMatchObject({
      payload: { post: { socialMediaStatus: [{ state: 'posted' }, { state: 'posted' }] } },
    });
  });

  it('takes its pictures along, as every network takes them', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a30' } })
      .png()
      .toBuffer();
    const images = [{ path: `data:image/png;base64,${picture.toString('base64')}`, description: 'A pot' }];
    const post = await world.as(carol).posts.create({ ...soup(...networkNames), images });
    await workUntilSettled(post._id);
    expect(there(post).map(({ network, pictures }) => [network, pictures[0]?.type])).toEqual(
      expect.arrayContaining([
        ['facebook', 'image/jpeg'],
        ['twitter', 'image/webp'],
        ['linked-in', 'image/jpeg'],
      ]),
    );
    for (const { pictures } of there(post)) expect(pictures).toMatchObject([{ description: 'A pot' }]);
  });

  it('that is scheduled goes there at its time and not before', async () => {
    const at = new Date(world.ports.clock.now().getTime() + 60_000);
    const post = await world.as(carol).posts.create({
      ...soup(...networkNames),
      isActive: false,
      scheduledPublish: true,
      scheduledPublishDateTime: at.toISOString(),
    });
    await work(2);
    expect(there(post)).toEqual([]);
    expect(await statusOf(post._id)).toEqual([]);
    world.ports.clock.set(at);
    await Promise.all([work(), work(), work()]);
    await workUntilSettled(post._id);
    expect(there(post)).toHaveLength(3);
  });

  it('that can be undone goes there when it no longer can, and never where it was undone', async () => {
    const { posts } = world.as(carol);
    const kept = await posts.create({ ...soup('twitter'), undoable: true });
    const undone = await posts.create({ ...soup('twitter'), undoable: true });
    await work(2);
    expect([...there(kept), ...there(undone)]).toEqual([]);
    await posts.undoPublish({ id: undone._id });
    await work(2, 6_000);
    await workUntilSettled(kept._id);
    expect(there(kept)).toHaveLength(1);
    expect(there(undone)).toEqual([]);
    expect(await statusOf(undone._id)).toEqual([]);
  });

  it.each(networkNames)('is at %s once where the response is lost', async (name) => {
    await networks.break({ network: name, call: 'post', fault: 'lose' });
    const post = await world.as(carol).posts.create(soup(name));
    await work();
    expect(await statusOf(post._id)).toMatchObject([{ state: 'waiting' }]);
    await workUntilSettled(post._id);
    expect(await statusOf(post._id)).toMatchObject([{ state: 'posted' }]);
    expect(there(post)).toHaveLength(1);
  });

  it.each(networkNames)('is sent to %s again where it failed, after looking for it twice', async (name) => {
    await networks.break({ network: name, call: 'post', fault: 'fail' });
    const post = await world.as(carol).posts.create(soup(name));
    await work(2);
    expect(there(post)).toEqual([]);
    await workUntilSettled(post._id);
    expect(there(post)).toHaveLength(1);
    expect(await statusOf(post._id)).toMatchObject([{ state: 'posted' }]);
  });

  it.each(networkNames)('waits for as long as %s says, and so do others', async (name) => {
    const first = await world.as(carol).posts.create(soup(name));
    await networks.break({ network: name, call: 'post', fault: 'limit', seconds: 30 });
    await work();
    const second = await world.as(carol).posts.create(soup(name));
    await work();
    const [status] = await statusOf(first._id);
    expect(status?.state).toBe('waiting');
    const wait = Date.parse(status?.nextAt ?? '') - world.ports.clock.now().getTime();
    expect(wait).toBeGreaterThan(25_000);
    expect(wait).toBeLessThan(31_000);
    expect(there(first)).toEqual([]);
    await work(1, 31_000);
    await workUntilSettled(first._id);
    await workUntilSettled(second._id);
    expect([there(first).length, there(second).length]).toEqual([1, 1]);
  });

  it('is given up where the network stays away, and can be tried again', async () => {
    await networks.break({ network: 'linked-in', call: 'post', fault: 'fail', times: 4 });
    const post = await world.as(carol).posts.create(soup('linked-in'));
    await workUntilSettled(post._id);
    const [status] = await statusOf(post._id);
    expect(status).toMatchObject({
      state: 'failed',
      reason: 'LinkedIn did not say whether it was posted. Look there before you try again.',
      canRetry: true,
    });
    await world.as(carol).socialMedia.retry({ id: post._id, socialMedia: 'linked-in' });
    await world.as(carol).socialMedia.retry({ id: post._id, socialMedia: 'linked-in' });
    await workUntilSettled(post._id);
    expect(await statusOf(post._id)).toMatchObject([{ state: 'posted', canRetry: false }]);
    expect(there(post)).toHaveLength(1);
  });

  it('is not said to be elsewhere where it could not be looked for', async () => {
    await networks.break({ network: 'twitter', call: 'post', fault: 'lose' });
    await networks.break({ network: 'twitter', call: 'posts', fault: 'fail', times: 3 });
    const post = await world.as(carol).posts.create(soup('twitter'));
    await workUntilSettled(post._id);
    expect(await statusOf(post._id)).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('did not say whether it was posted') },
    ]);
    await world.as(carol).socialMedia.retry({ id: post._id, socialMedia: 'twitter' });
    await workUntilSettled(post._id);
    expect(await statusOf(post._id)).toMatchObject([{ state: 'posted' }]);
    expect(there(post)).toHaveLength(1);
  });

  it('is rejected for good where the network says so', async () => {
    await networks.break({ network: 'twitter', call: 'post', fault: 'refuse' });
    const post = await world.as(carol).posts.create(soup('twitter'));
    await workUntilSettled(post._id);
    expect(await statusOf(post._id)).toMatchObject([
      { state: 'failed', reason: 'Twitter did not accept it.', canRetry: true },
    ]);
    expect(there(post)).toEqual([]);
  });

  it('waits for a new connection where the old one was revoked, and the others go on', async () => {
    await networks.break({ network: 'facebook', call: 'post', fault: 'revoke' });
    const post = await world.as(carol).posts.create(soup(...networkNames));
    await workUntilSettled(post._id);
    expect(await statusOf(post._id)).toMatchObject([
      { state: 'failed', reason: 'Facebook has ended the connection. Reconnect Facebook, then try again.' },
      { state: 'posted' },
      { state: 'posted' },
    ]);
    await connectors(world, networks).facebook(carol);
    const retried = await world.request(`/api/posts/${post._id}/social-media/facebook/retry`, {
      method: 'POST',
      as: carol,
    });
    expect(retried).toMatchObject({ status: 200, message: 'Trying again.' });
    await workUntilSettled(post._id);
    expect(await statusOf(post._id)).toMatchObject([
      { state: 'posted' },
      { state: 'posted' },
      { state: 'posted' },
    ]);
    expect(there(post)).toHaveLength(3);
  });

  it('says what its organization wrote for the network, where the network takes that', async () => {
    const socialMediaSharing = {
      linkedIn: { sharePost: true, description: 'Come, all of you!' },
      twitter: { sharePost: true, description: 'Soup! '.repeat(60) },
    };
    const post = await world.as(carol).posts.create({ ...soup(), socialMediaSharing });
    await workUntilSettled(post._id);
    expect(networks.posts.find(({ link }) => link?.endsWith(post._id))?.text).toBe('Come, all of you!');
    expect(await statusOf(post._id)).toMatchObject([
      { socialMedia: 'linked-in', state: 'posted' },
      { state: 'failed', reason: 'The text is longer than Twitter allows. Shorten it, then try again.' },
    ]);
  });

  it('is changed there where the network allows it, and only then', async () => {
    const { posts } = world.as(carol);
    const entry = soup(...networkNames);
    const post = await posts.create(entry);
    await workUntilSettled(post._id);
    const title = `${post.title}, and bread`;
    await posts.update({ ...entry, id: post._id, title });
    await workUntil(() => there({ title }).length === 2);
    await work(2);
    expect(there(post)).toHaveLength(3);
    expect(
      there({ title })
        .map(({ network }) => network)
        .toSorted(),
    ).toEqual(['facebook', 'linked-in']);
    expect(await statusOf(post._id)).toMatchObject([{ state: 'posted' }, { state: 'posted' }, {}]);
  });

  it('shows where a change could not be made there, and makes it on a retry', async () => {
    const { posts, socialMedia } = world.as(carol);
    const entry = soup('facebook');
    const post = await posts.create(entry);
    await workUntilSettled(post._id);
    await networks.break({ network: 'facebook', call: 'edit', fault: 'refuse' });
    const title = `${post.title}, and bread`;
    await posts.update({ ...entry, id: post._id, title });
    await workUntil(async () => (await statusOf(post._id)).some(({ canRetry }) => canRetry));
    expect(await statusOf(post._id)).toMatchObject([
      { state: 'posted', reason: 'Facebook did not accept it.', canRetry: true },
    ]);
    await socialMedia.retry({ id: post._id, socialMedia: 'facebook' });
    await workUntil(() => there({ title }).length === 1);
    expect(there({ title })).toHaveLength(1);
  });

  it('goes to a network that is chosen later, and not to one that is no longer chosen', async () => {
    const { posts } = world.as(carol);
    const entry = soup('twitter');
    const post = await posts.create(entry);
    await posts.update({ ...entry, id: post._id, socialMediaSharing: chosen('linked-in') });
    await workUntilSettled(post._id);
    expect(there(post).map(({ network }) => network)).toEqual(['linked-in']);
  });

  it.each([
    ['deleted', (id: string) => world.as(carol).posts.remove({ id })],
    ['taken back', (id: string) => world.as(carol).posts.update({ ...soup(), isActive: false, id })],
  ] as const)('that is %s is deleted there', async (_, act) => {
    const post = await world.as(carol).posts.create(soup(...networkNames));
    await workUntilSettled(post._id);
    expect(there(post)).toHaveLength(3);
    await act(post._id);
    await workUntil(() => there(post).length === 0);
    expect(there(post)).toEqual([]);
  });

  it('that is deleted before the outcome is known is looked for and deleted there', async () => {
    await networks.break({ network: 'facebook', call: 'post', fault: 'lose' });
    const post = await world.as(carol).posts.create(soup('facebook'));
    await work();
    expect(there(post)).toHaveLength(1);
    await world.as(carol).posts.remove({ id: post._id });
    await workUntil(() => there(post).length === 0);
    expect(there(post)).toEqual([]);
    expect((await world.as(carol).socialMedia.overview()).leftBehind).toEqual([]);
  });

  it('that cannot be deleted there is listed, tried again, or left', async () => {
    const { posts, socialMedia } = world.as(carol);
    const [one, other] = [await posts.create(soup('twitter')), await posts.create(soup('twitter'))];
    await workUntilSettled(one._id);
    await workUntilSettled(other._id);
    await networks.break({ network: 'twitter', call: 'delete', fault: 'refuse', times: 2 });
    await posts.remove({ id: one._id });
    await posts.remove({ id: other._id });
    await workUntil(async () => (await socialMedia.overview()).leftBehind.length === 2);
    const { leftBehind } = await socialMedia.overview();
    expect(leftBehind).toMatchObject([
      { socialMedia: 'twitter', reason: 'Twitter did not accept it.' },
      { socialMedia: 'twitter' },
    ]);
    const idOf = ({ title }: { title: string }) => leftBehind.find((each) => each.title === title)?._id ?? '';
    await socialMedia.retryRemoval({ id: idOf(one) });
    await socialMedia.forgetRemoval({ id: idOf(other) });
    await workUntil(() => there(one).length === 0);
    expect((await socialMedia.overview()).leftBehind).toEqual([]);
    expect([there(one).length, there(other).length]).toEqual([0, 1]);
  });
});

describe('a network', () => {
  it('that is not connected, or has no page, says what to do', async () => {
    await connectors(world, networks).facebook(carol);
    const post = await world.as(carol).posts.create(soup('facebook', 'twitter'));
    await workUntilSettled(post._id);
    expect(await statusOf(post._id)).toMatchObject([
      { state: 'failed', reason: 'No page at Facebook is chosen. Choose one, then try again.' },
      { state: 'failed', reason: 'Twitter is not connected. Connect it, then try again.' },
    ]);
  });

  it('without keys is not available', async () => {
    world.ports.networks = { ...networks.port, twitter: undefined };
    const post = await world.as(carol).posts.create(soup('twitter'));
    expect(post.socialMediaStatus).toMatchObject([{ socialMedia: 'twitter', state: 'unavailable' }]);
    await work(2);
    expect(await statusOf(post._id)).toMatchObject([{ state: 'unavailable' }]);
    await expect(world.as(carol).socialMedia.retry({ id: post._id, socialMedia: 'twitter' })).rejects.toThrow(
      'Twitter is not available on this installation.',
    );
  });
});

describe('a connection that a scheduled post needs', () => {
  const day = 24 * 3_600_000;
  const scheduleIn = (milliseconds: number, ...names: NetworkName[]) =>
    world.as(carol).posts.create({
      ...soup(...names),
      isActive: false,
      scheduledPublish: true,
      scheduledPublishDateTime: new Date(world.ports.clock.now().getTime() + milliseconds).toISOString(),
    });
  const watch = async () => {
    await watchConnections(world.deps);
    await world.ports.runJobs();
  };
  const warnings = async () =>
    (await world.as(carol).notifications.list({})).items
      .map(({ type }) => type)
      .filter((type) => type.startsWith('reconnect'));
  const mails = () => world.ports.mailbox.filter(({ to }) => to === carol.email);
  beforeEach(() => connectEverywhere(world, networks, carol));

  it('and that was revoked is found a day ahead: one notification, one mail, whatever else is scheduled', async () => {
    await scheduleIn(2 * day, 'twitter');
    await networks.break({ network: 'twitter', call: 'account', fault: 'revoke' });
    await watch();
    expect(await warnings()).toEqual([]);
    await scheduleIn(day / 2, 'twitter');
    await scheduleIn(day / 3, 'twitter');
    await Promise.all([watchConnections(world.deps), watchConnections(world.deps)]);
    await watch();
    expect(await warnings()).toEqual(['reconnect-twitter']);
    expect(mails().map(({ subject }) => subject)).toEqual(['Reconnect Twitter']);
    expect(mails()[0]?.text).toContain('https://gatherwell.test/edit/organization/social-media');
    const { networks: shown } = await world.as(carol).socialMedia.overview();
    expect(shown.map(({ connection }) => connection?.needsReconnecting)).toEqual([false, true, false]);

    await connectors(world, networks).twitter(carol);
    world.ports.clock.advance(day / 10);
    await watch();
    expect(mails()).toHaveLength(1);
  });

  it('and that ends before it is told of while it still works', async () => {
    await scheduleIn(day / 2, 'linked-in');
    const endsAt = new Date(world.ports.clock.now().getTime() + day / 4);
    await world.db
      .updateTable('social_connections')
      .set({ expires_at: endsAt })
      .where('organization_id', '=', carol._id)
      .where('network', '=', 'linked-in')
      .execute();
    await watch();
    expect(await warnings()).toEqual(['reconnect-linked-in']);
    expect(mails()[0]?.text).toContain('expires before your next scheduled post');
    const { networks: shown } = await world.as(carol).socialMedia.overview();
    expect(shown[2]?.connection).toMatchObject({ needsReconnecting: false, isEnding: true });
  });

  it('is checked once more shortly before the post, and not all the time', async () => {
    await scheduleIn(day / 2, 'facebook');
    await watch();
    await networks.break({ network: 'facebook', call: 'account', fault: 'revoke' });
    await watch();
    expect(await warnings()).toEqual([]);
    world.ports.clock.advance(day / 2 - 14 * 60_000);
    await watch();
    expect(await warnings()).toEqual(['reconnect-facebook']);
  });

  it('is checked when another post is scheduled', async () => {
    await scheduleIn(day / 2, 'linked-in');
    await watch();
    await networks.break({ network: 'linked-in', call: 'account', fault: 'revoke' });
    world.ports.clock.advance(60_000);
    await watch();
    expect(await warnings()).toEqual([]);
    await scheduleIn(day / 2, 'linked-in');
    await watch();
    expect(await warnings()).toEqual(['reconnect-linked-in']);
  });

  it('is not checked where no post needs it', async () => {
    await scheduleIn(day / 2, 'facebook');
    await networks.break({ network: 'twitter', call: 'account', fault: 'revoke' });
    await watch();
    expect(await warnings()).toEqual([]);
    await scheduleIn(day / 3, 'twitter');
    await watch();
    expect(await warnings()).toEqual(['reconnect-twitter']);
  });
});
