import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NetworkName, networkNames } from '#db/tables/social-media.ts';
import type { NetworksPort } from '#server/ports.ts';
import { NetworkFailure, type NetworkGrant, type NetworkPost } from '#server/social-media/networks.ts';
import { openNetworks, type TestNetworks } from '#server/testing/networks.ts';
import { createFacebook } from './facebook.ts';
import { createLinkedIn } from './linked-in.ts';
import { createTwitter } from './twitter.ts';

const returnTo = 'http://localhost:3000/edit/organization/social-media';

let networks: TestNetworks;
beforeAll(async () => {
  networks = await openNetworks();
});
afterAll(() => networks.close());

/** A network that the stand-in speaks for. */
function network<N extends NetworkName>(name: N): NonNullable<NetworksPort[N]> {
  const found = networks.port[name];
  if (!found) throw new Error(`${name} is not there`);
  return found;
}

/** Signs in at a network as people do. */
const logins: Record<NetworkName, () => Promise<NetworkGrant>> = {
  async facebook() {
    const facebook = network('facebook');
    const back = await networks.signIn(facebook.loginAddress({ state: 'state', returnTo }));
    expect(back.get('state')).toBe('state');
    return facebook.accept({ token: back.get('access_token') ?? '', userId: '1001' });
  },
  async twitter() {
    const twitter = network('twitter');
    const { token, secret } = await twitter.requestToken(returnTo);
    const back = await networks.signIn(twitter.loginAddress(token));
    expect(back.get('oauth_token')).toBe(token);
    return twitter.accept({ token, secret, verifier: back.get('oauth_verifier') ?? '' });
  },
  async 'linked-in'() {
    const linkedIn = network('linked-in');
    const back = await networks.signIn(linkedIn.loginAddress({ state: 'state', returnTo }));
    expect(back.get('state')).toBe('state');
    return linkedIn.accept({ code: back.get('code') ?? '', returnTo });
  },
};

let lastPost = 0;
const since = new Date(Date.now() - 60_000);

/** A post of which there is no other. */
function newPost(name: NetworkName, { account }: NetworkGrant, pictures = 0): NetworkPost {
  return {
    authorId: name === 'facebook' ? '2001' : account.id,
    text: `Soup & bread (no. ${++lastPost}) for "everybody" #free`,
    link: 'https://gatherwell.example/post/event/details/1?a=1&b=2',
    pictures: Array.from({ length: pictures }, (_, index) => ({
      bytes: new Uint8Array([1, 2, 3, index]),
      type: 'image/png',
      description: `Picture ${index}`,
    })),
  };
}

/** How a call failed. */
const failureOf = async (work: Promise<unknown>): Promise<NetworkFailure> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NetworkFailure);
  return error as NetworkFailure;
};

describe.each(networkNames)('%s', (name) => {
  let grant: NetworkGrant;
  beforeEach(async () => {
    grant = await logins[name]();
  });

  it('grants credentials for the account that signed in', () => {
    expect(grant.account).toMatchObject({ id: '1001', name: 'Larkfield Community' });
    expect(grant.credentials.token).not.toBe('');
    if (name !== 'twitter') expect(grant.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 50 * 86_400_000);
  });

  it('publishes a post with pictures, finds it and deletes it', async () => {
    const post = newPost(name, grant, 2);
    const published = await network(name).publish(grant.credentials, post);
    const there = networks.posts.filter(({ id }) => id === published.id);
    expect(there).toMatchObject([
      {
        network: name,
        account: 'Larkfield Community',
        page: name === 'facebook' ? 'Larkfield Community Center' : null,
        pictures: [
          { type: 'image/png', bytes: 4, description: 'Picture 0' },
          { type: 'image/png', bytes: 4, description: 'Picture 1' },
        ],
      },
    ]);
    expect(published.link).toContain(published.id);
    expect(await network(name).findPublished(grant.credentials, { ...post, since })).toEqual(published);
    expect(
      await network(name).findPublished(grant.credentials, { ...post, text: 'Another', since }),
    ).toBeUndefined();

    const target = { authorId: post.authorId, id: published.id };
    await network(name).remove(grant.credentials, target);
    await network(name).remove(grant.credentials, target);
    expect(networks.posts.filter(({ id }) => id === published.id)).toEqual([]);
  });

  it('tells two posts apart that differ in their link alone', async () => {
    const post = newPost(name, grant);
    await network(name).publish(grant.credentials, post);
    const other = { ...post, link: 'https://gatherwell.example/post/event/details/2' };
    expect(await network(name).findPublished(grant.credentials, { ...other, since })).toBeUndefined();
    const published = await network(name).publish(grant.credentials, other);
    expect(await network(name).findPublished(grant.credentials, { ...other, since })).toEqual(published);
  });

  it('finds a post behind hundreds of newer ones', async () => {
    const post = newPost(name, grant);
    const published = await network(name).publish(grant.credentials, post);
    for (let newer = 0; newer < 210; newer++)
      await network(name).publish(grant.credentials, newPost(name, grant));
    expect(await network(name).findPublished(grant.credentials, { ...post, since })).toEqual(published);
  });

  it('changes a post, where posts can be changed there', async () => {
    const post = newPost(name, grant, 1);
    const { id } = await network(name).publish(grant.credentials, post);
    const changed = { ...post, id, text: `${post.text}, and cake`, hasPictures: true };
    const change = network(name).edit(grant.credentials, changed);
    if (network(name).canEdit) {
      await change;
      expect(await network(name).findPublished(grant.credentials, { ...changed, since })).toMatchObject({
        id,
      });
    } else expect(await failureOf(change)).toMatchObject({ kind: 'refused' });
  });

  it('publishes nothing where that cannot be noted before', async () => {
    const post = newPost(name, grant);
    const notNoted = () => Promise.reject(new Error('The database is away.'));
    await expect(network(name).publish(grant.credentials, post, notNoted)).rejects.toThrow('away');
    expect(await network(name).findPublished(grant.credentials, { ...post, since })).toBeUndefined();
  });

  it('says whether credentials are in force', async () => {
    await network(name).check(grant.credentials);
    await networks.break({ network: name, call: 'account', fault: 'revoke' });
    expect(await failureOf(network(name).check(grant.credentials))).toMatchObject({ kind: 'revoked' });
  });

  it('says that the outcome is open where an answer is lost, and finds the post', async () => {
    const post = newPost(name, grant);
    await networks.break({ network: name, call: 'post', fault: 'lose' });
    expect(await failureOf(network(name).publish(grant.credentials, post))).toMatchObject({
      kind: 'unknown',
    });
    const found = await network(name).findPublished(grant.credentials, { ...post, since });
    expect(networks.posts.filter(({ id }) => id === found?.id)).toHaveLength(1);
  });

  it.each([
    ['refuse', 'refused'],
    ['expire', 'expired'],
    ['revoke', 'revoked'],
    ['fail', 'unknown'],
    ['slow', 'unknown'],
  ] as const)('that meets the fault %s: %s', async (fault, kind) => {
    const post = newPost(name, grant);
    await networks.break({ network: name, call: 'post', fault });
    const failure = await failureOf(network(name).publish(grant.credentials, post));
    expect(failure).toMatchObject({ network: name, kind });
    for (const secret of [grant.credentials.token, post.text])
      expect(String(failure.stack)).not.toContain(secret);
  });

  it('says when it takes calls again', async () => {
    await networks.break({ network: name, call: 'post', fault: 'limit' });
    const failure = await failureOf(network(name).publish(grant.credentials, newPost(name, grant)));
    expect(failure.kind).toBe('limited');
    expect(failure.waitSeconds).toBeGreaterThan(100);
    expect(failure.waitSeconds).toBeLessThan(200);
  });

  it('publishes nothing where a picture fails', async () => {
    const post = newPost(name, grant, 1);
    await networks.break({ network: name, call: 'picture', fault: 'fail' });
    expect(await failureOf(network(name).publish(grant.credentials, post))).toMatchObject({ kind: 'failed' });
    expect(await network(name).findPublished(grant.credentials, { ...post, since })).toBeUndefined();
  });

  it('takes credentials back, also twice', async () => {
    await network(name).revoke(grant.credentials);
    await network(name).revoke(grant.credentials);
    expect(await failureOf(network(name).publish(grant.credentials, newPost(name, grant)))).toMatchObject({
      kind: 'revoked',
    });
  });
});

describe('facebook', () => {
  it.each([
    ['of another user', (token: string) => ({ token, userId: '1002' })],
    ['of another app', () => ({ token: 'foreign_token', userId: '1001' })],
    ['that is none', () => ({ token: 'nonsense', userId: '1001' })],
  ])('accepts no token %s', async (_, sent) => {
    const facebook = network('facebook');
    const back = await networks.signIn(facebook.loginAddress({ state: 'state', returnTo }));
    const failure = await failureOf(facebook.accept(sent(back.get('access_token') ?? '')));
    expect(failure).toMatchObject({ kind: 'refused' });
  });

  it('lists the pages of the account', async () => {
    const { credentials } = await logins.facebook();
    expect(await network('facebook').pages(credentials)).toEqual([
      { id: '2001', name: 'Larkfield Community Center' },
      { id: '2002', name: 'Larkfield Food Bank' },
    ]);
  });
});

describe('an answer', () => {
  /** Starts a server, and resolves to its address. */
  async function serve(handle: RequestListener) {
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close };
  }

  it('leads to no other address than the configured ones', async () => {
    const requested: string[] = [];
    const elsewhere = await serve((request, response) => {
      requested.push(request.url ?? '');
      response.end();
    });
    const target = `${elsewhere.url}/taken`;
    let redirects = false;
    // Answers whatever a client may ask for, with addresses of others wherever there may be one.
    const hostile = await serve((_, response) => {
      if (redirects) return response.writeHead(307, { location: target }).end();
      response.setHeader('link', `<${target}>; rel="next"`);
      response.setHeader('location', target);
      response.setHeader('x-restli-id', target);
      return response.end(
        JSON.stringify({
          id: target,
          access_token: 'token',
          data: { id: target },
          value: { uploadUrl: target, image: target },
          paging: { next: target, cursors: { after: target } },
          elements: [{ id: target, commentary: target, publishedAt: Date.now() }],
        }),
      );
    });
    const settings = { appId: 'app', appSecret: 'secret', url: hostile.url };
    const clients = [
      createLinkedIn(settings),
      createFacebook(settings),
      createTwitter({ ...settings, appKey: 'app' }),
    ];
    const picture = { bytes: new Uint8Array([1]), type: 'image/png', description: target };
    const post = { authorId: target, id: target, text: target, link: target, hasPictures: true };
    const credentials = { token: 'token', secret: 'secret' };
    for (redirects of [false, true])
      for (const client of clients)
        await Promise.allSettled([
          client.publish(credentials, { ...post, pictures: [picture] }),
          client.publish(credentials, { ...post, pictures: [] }),
          client.findPublished(credentials, { ...post, since }),
          client.edit(credentials, post),
          client.remove(credentials, post),
          client.check(credentials),
          client.revoke(credentials),
        ]);
    expect(requested).toEqual([]);
    // The other server would have been reached.
    await fetch(target);
    expect(requested).toEqual(['/taken']);
    for (const server of [hostile, elsewhere]) server.close();
  });
});
