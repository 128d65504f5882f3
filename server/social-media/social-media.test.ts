import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NetworkName } from '#db/tables/social-media.ts';
import { connectors } from '../testing/connect-networks.ts';
import { openNetworks, type TestNetworks } from '../testing/networks.ts';
import { createWorld, type Person, type World } from '../testing/world.ts';

const redirectURL = 'https://gatherwell.test/edit/organization/social-media';
const noPage = { pageId: '000000000000000', pageName: '', postFromPage: false };

let world: World;
let networks: TestNetworks;
let carol: Person;
let connecting: ReturnType<typeof connectors>;
beforeAll(async () => {
  [world, networks] = await Promise.all([createWorld(), openNetworks()]);
  connecting = connectors(world, networks);
  world.ports.networks = networks.port;
  world.deps.settings.tokenKeys = networks.tokenKeys;
});
afterAll(async () => {
  await networks.close();
  await world.close();
});
beforeEach(async () => {
  carol = await world.organization('carol');
});

const as = (person: Person) => world.as(person).socialMedia;

/** Begins a login and signs in at the network; resolves to what it brings back. */
async function signIn(person: Person, socialMedia: NetworkName, account = 'larkfield') {
  const { url } = await as(person).begin({ socialMedia, redirectURL });
  const back = await networks.signIn(url, account);
  return (name: string) => back.get(name) ?? '';
}

const disconnecting: Record<NetworkName, (person: Person) => Promise<null>> = {
  facebook: (person) => as(person).facebookDisconnect(),
  twitter: (person) => as(person).twitterDisconnect(),
  'linked-in': (person) => as(person).linkedInDisconnect(),
};

const names = ['facebook', 'twitter', 'linked-in'] as const;

/** The network as the screen shows it. */
const shown = async (person: Person, name: NetworkName) =>
  (await as(person).overview()).networks.find(({ socialMedia }) => socialMedia === name);

const storedCredentials = (person: Person) =>
  world.db
    .selectFrom('social_connections')
    .select(['network', 'credentials'])
    .where('organization_id', '=', person._id)
    .execute();

/** A token of carol's at Facebook, as the product holds it. */
async function facebookCredentials() {
  const facebook = networks.port.facebook;
  if (!facebook) throw new Error('Facebook is not there');
  const back = await networks.signIn(facebook.loginAddress({ state: 's', returnTo: redirectURL }));
  return { userID: '1001', accessToken: back.get('access_token') ?? '' };
}

describe('connecting', () => {
  it.each(names)('shows the account at %s, and nothing of its tokens', async (name) => {
    await connecting[name](carol);
    expect(await shown(carol, name)).toMatchObject({
      isAvailable: true,
      connection: { name: 'Larkfield Community', needsReconnecting: false },
    });
    const info = await world.request(`/api/social-media/${name}/connection-info`, { as: carol });
    expect(info.data).toMatchObject({ isAvailable: true, isConnected: true });
    const [stored] = await storedCredentials(carol);
    expect(stored?.network).toBe(name);
    expect(stored?.credentials).not.toMatch(/user_|access_|member_|token/);
    expect(JSON.stringify(world.ports.logged)).not.toMatch(/(?:short|user|access|member|request)_\d+_/);
  });

  it('answers the documented accounts over REST', async () => {
    for (const name of names) await connecting[name](carol);
    const read = async (path: string) => (await world.request(`/api${path}`, { as: carol })).data;
    expect(await read('/social-media/facebook/account')).toEqual({
      id: '1001',
      name: 'Larkfield Community',
      profilePicture: 'https://platform-lookaside.fbsbx.com/1001',
      link: 'https://www.facebook.com/larkfield',
    });
    expect(await read('/social-media/twitter/account')).toMatchObject({
      name: 'Larkfield Community',
      screen_name: 'larkfield',
    });
    expect(await read('/social-media/linked-in/account')).toMatchObject({
      firstName: 'Larkfield',
      lastName: 'Community',
    });
    expect(await read('/social-media/facebook/connection-info')).toMatchObject({
      facebook: true,
      twitter: true,
      linkedIn: true,
    });
  });

  it('takes the documented requests of a client that signed in at Facebook by itself', async () => {
    const answer = await world.request('/api/social-media/facebook/connect', {
      method: 'POST',
      as: carol,
      body: await facebookCredentials(),
    });
    expect(answer).toMatchObject({ status: 200, message: 'Facebook connected successfully.' });
    const other = { ...(await facebookCredentials()), userID: '1002' };
    await expect(as(carol).facebookConnect(other)).rejects.toThrow(/^Facebook not connected/);
    await expect(as(carol).facebookConnect({ userID: '1001', accessToken: 'foreign_' })).rejects.toThrow(
      /^Facebook not connected/,
    );
  });

  it.each(names)('rejects what a login at %s brings back to another session', async (name) => {
    const eve = await world.organization('eve');
    const again = await world.elsewhere(carol);
    const back = await signIn(carol, name);
    for (const person of [eve, again]) {
      const taken =
        name === 'facebook'
          ? as(person).facebookConnect({ accessToken: back('access_token'), state: back('state') })
          : name === 'twitter'
            ? as(person).twitterAccessToken({
                oauth_token: back('oauth_token'),
                oauth_verifier: back('oauth_verifier'),
              })
            : as(person).linkedInConnect({ code: back('code'), redirectURL, state: back('state') });
      await expect(taken).rejects.toMatchObject({ reason: 'login-over' });
    }
    expect((await shown(eve, name))?.connection).toBeNull();
    expect((await shown(carol, name))?.connection).toBeNull();
  });

  it('asks for the state of a login that the session has begun', async () => {
    const back = await signIn(carol, 'linked-in');
    await expect(as(carol).linkedInConnect({ code: back('code'), redirectURL })).rejects.toMatchObject({
      reason: 'login-over',
    });
  });

  it('takes a request token of Twitter once', async () => {
    const back = await signIn(carol, 'twitter');
    const sent = { oauth_token: back('oauth_token'), oauth_verifier: back('oauth_verifier') };
    await as(carol).twitterAccessToken(sent);
    await expect(as(carol).twitterAccessToken(sent)).rejects.toMatchObject({ reason: 'login-over' });
    await expect(as(carol).twitterConnect()).rejects.toMatchObject({ reason: 'login-over' });
    await connecting.twitter(carol);
    await expect(as(carol).twitterConnect()).rejects.toMatchObject({ reason: 'login-over' });
  });

  it('takes what a login brings back within 15 minutes', async () => {
    const back = await signIn(carol, 'linked-in');
    world.ports.clock.advance(16 * 60_000);
    const sent = { code: back('code'), redirectURL, state: back('state') };
    await expect(as(carol).linkedInConnect(sent)).rejects.toMatchObject({ reason: 'login-over' });
  });

  it.each([
    'https://gatherwell.test.evil.example/edit/organization/social-media',
    'https://gatherwell.test/edit/organization/social-media?next=https://evil.example',
    'https://gatherwell.test/',
    'http://gatherwell.test/edit/organization/social-media',
    'javascript:alert(1)',
  ])('begins no login that returns to %s', async (address) => {
    for (const socialMedia of names)
      await expect(as(carol).begin({ socialMedia, redirectURL: address })).rejects.toThrow(
        'Logins return only to this installation',
      );
    await expect(as(carol).twitterRequestToken({ callbackURL: address })).rejects.toThrow();
    await expect(as(carol).linkedInConnect({ code: '1', redirectURL: address })).rejects.toThrow();
  });

  it.each(['refuse', 'fail', 'slow', 'limit'] as const)(
    'says so where a network meets: %s',
    async (fault) => {
      await networks.break({ network: 'linked-in', call: 'token', fault });
      await expect(connecting['linked-in'](carol)).rejects.toThrow(/^Linked In not connected/);
      expect((await shown(carol, 'linked-in'))?.connection).toBeNull();
    },
  );

  it('replaces the account that was there, and takes that one back', async () => {
    await connecting.facebook(carol);
    await as(carol).selectFacebookPage({ userId: carol._id, pageId: '2001' });
    await connecting.facebook(carol);
    expect(await as(carol).selectedFacebookPage({ userId: carol._id })).toMatchObject({ pageId: '2001' });
    await connecting.facebook(carol, 'noor');
    expect((await shown(carol, 'facebook'))?.connection).toMatchObject({ name: 'Noor Haddad' });
    expect(await as(carol).selectedFacebookPage({ userId: carol._id })).toEqual(noPage);
  });

  it('is not to be had where the installation has no keys', async () => {
    world.ports.networks = { ...networks.port, twitter: undefined };
    try {
      expect(await shown(carol, 'twitter')).toEqual({
        socialMedia: 'twitter',
        isAvailable: false,
        connection: null,
      });
      await expect(as(carol).begin({ socialMedia: 'twitter', redirectURL })).rejects.toThrow(
        'Twitter is not available on this installation.',
      );
    } finally {
      world.ports.networks = networks.port;
    }
  });
});

describe('disconnecting', () => {
  it.each(names)('takes the credentials back at %s', async (name) => {
    await connecting[name](carol);
    expect(await disconnecting[name](carol)).toBeNull();
    expect((await shown(carol, name))?.connection).toBeNull();
    expect(await storedCredentials(carol)).toEqual([]);
    // Twice is as good as once.
    expect(await disconnecting[name](carol)).toBeNull();
  });

  it('makes the credentials useless at the network', async () => {
    await connecting.facebook(carol);
    const [before] = await storedCredentials(carol);
    await as(carol).facebookDisconnect();
    await world.db
      .insertInto('social_connections')
      .values({
        organization_id: carol._id,
        network: 'facebook',
        credentials: before?.credentials ?? '',
        account_id: '1001',
        account_name: 'Larkfield Community',
        connected_at: new Date(),
      })
      .execute();
    await expect(as(carol).facebookPages({ userId: carol._id })).rejects.toMatchObject({
      reason: 'reconnect',
    });
  });

  it('changes nothing where the network cannot be reached, and says so', async () => {
    await connecting.twitter(carol);
    await networks.break({ network: 'twitter', call: 'revoke', fault: 'fail' });
    await expect(as(carol).twitterDisconnect()).rejects.toThrow(/^Twitter not disconnected/);
    expect((await shown(carol, 'twitter'))?.connection).not.toBeNull();
    await as(carol).twitterDisconnect();
    expect((await shown(carol, 'twitter'))?.connection).toBeNull();
  });
});

describe('the page at Facebook', () => {
  const own = () => ({ userId: carol._id });
  beforeEach(() => connecting.facebook(carol));

  it('is none until one is chosen, and can be none again', async () => {
    expect(await as(carol).selectedFacebookPage(own())).toEqual(noPage);
    expect(await as(carol).facebookPages(own())).toEqual({
      pages: [
        { pageId: '2001', pageName: 'Larkfield Community Center' },
        { pageId: '2002', pageName: 'Larkfield Food Bank' },
      ],
    });
    const chosen = { pageId: '2002', pageName: 'Larkfield Food Bank', postFromPage: true };
    const path = `/api/social-media/${carol._id}/facebook/pages/selected`;
    const saved = await world.request(path, {
      method: 'PUT',
      as: carol,
      body: { ...chosen, pageName: 'A name of mine' },
    });
    expect(saved).toMatchObject({ status: 200, message: 'Facebook Info Saved.', data: chosen });
    const info = await world.request(`/api/${carol._id}/social-media/facebook`, { as: carol });
    expect(info.data).toMatchObject({ isConnected: true, account: { id: '1001' }, selectedPage: chosen });
    expect(await as(carol).selectFacebookPage({ ...own(), pageId: noPage.pageId })).toEqual(noPage);
  });

  it('is one of the account’s own', async () => {
    await expect(as(carol).selectFacebookPage({ ...own(), pageId: '9999' })).rejects.toThrow(
      'This is not one of your Facebook pages',
    );
    expect(await as(carol).selectedFacebookPage(own())).toEqual(noPage);
  });

  it.each(['expire', 'revoke'] as const)(
    'cannot be chosen after the fault %s, and the account is to be reconnected',
    async (fault) => {
      await networks.break({ network: 'facebook', call: 'pages', fault });
      await expect(as(carol).facebookPages(own())).rejects.toMatchObject({ reason: 'reconnect' });
      expect((await shown(carol, 'facebook'))?.connection?.needsReconnecting).toBe(true);
      await connecting.facebook(carol);
      expect((await shown(carol, 'facebook'))?.connection?.needsReconnecting).toBe(false);
    },
  );
});

describe('a template', () => {
  const path = (socialMedia: string) => `/api/social-media/${socialMedia}/template/${carol._id}`;
  const read = async (socialMedia: string) => (await world.request(path(socialMedia), { as: carol })).data;
  const save = (socialMedia: string, template: unknown, as = carol) =>
    world.request(path(socialMedia), { method: 'PUT', as, body: { template } });
  const item = (name: string, serial: number) => ({ name, label: `Its ${name}`, selected: true, serial });

  it('is the default until one is saved for the network', async () => {
    const before = await read('twitter');
    expect(before.template).toHaveLength(16);
    expect(before.template[0]).toEqual({ name: 'title', label: 'Title', selected: true, serial: 1 });
    const saved = await save('linked-in', [item('contact', 9), item('title', 4)]);
    const template = [item('title', 1), item('contact', 2)];
    expect(saved).toMatchObject({
      status: 200,
      message: 'Template saved successfully.',
      data: { template },
    });
    expect(await read('linked-in')).toEqual({ template });
    expect(await read('twitter')).toEqual(before);
    await save('linked-in', []);
    expect(await read('linked-in')).toEqual({ template: [] });
  });

  it.each([
    ['of a network that there is not', 'myspace', [item('title', 1)]],
    ['of 17 items', 'twitter', Array.from({ length: 17 }, (_, index) => item(`part${index}`, 1))],
    ['that lists a part twice', 'twitter', [item('title', 1), item('title', 2)]],
    ['with a place of 17', 'twitter', [item('title', 17)]],
    ['with a place of 0', 'twitter', [item('title', 0)]],
    ['with a name that is too long', 'twitter', [item('x'.repeat(101), 1)]],
    ['that is none', 'twitter', 'title'],
  ])('%s is rejected, and changes nothing', async (_what, socialMedia, template) => {
    const { template: before } = await read('twitter');
    expect((await save(socialMedia, template)).status).toBe(400);
    expect(await read('twitter')).toEqual({ template: before });
  });

  it('goes with the account of its organization', async () => {
    await save('twitter', [item('title', 1)]);
    await world.db.deleteFrom('users').where('id', '=', carol._id).execute();
    const left = world.db.selectFrom('social_templates').selectAll().where('organization_id', '=', carol._id);
    expect(await left.execute()).toEqual([]);
  });
});

describe('keys', () => {
  it('are replaced: what an older one sealed is sealed by the first one when it is used', async () => {
    await connecting.facebook(carol);
    const [before] = await storedCredentials(carol);
    world.deps.settings.tokenKeys = [crypto.getRandomValues(new Uint8Array(32)), ...networks.tokenKeys];
    try {
      await as(carol).facebookPages({ userId: carol._id });
      const [after] = await storedCredentials(carol);
      expect(after?.credentials).not.toBe(before?.credentials);
      world.deps.settings.tokenKeys = world.deps.settings.tokenKeys.slice(0, 1);
      expect((await as(carol).facebookPages({ userId: carol._id })).pages).toHaveLength(2);
    } finally {
      world.deps.settings.tokenKeys = networks.tokenKeys;
    }
  });

  it('that are lost end the connection and nothing else', async () => {
    await connecting.facebook(carol);
    world.deps.settings.tokenKeys = [crypto.getRandomValues(new Uint8Array(32))];
    try {
      await expect(as(carol).facebookPages({ userId: carol._id })).rejects.toMatchObject({
        reason: 'reconnect',
      });
      expect((await shown(carol, 'facebook'))?.connection?.needsReconnecting).toBe(true);
      expect(await as(carol).facebookDisconnect()).toBeNull();
    } finally {
      world.deps.settings.tokenKeys = networks.tokenKeys;
    }
  });
});
