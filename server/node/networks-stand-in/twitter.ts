import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { signatureOf } from '../ports/networks/oauth1.ts';
import {
  answering,
  app,
  chosenPerson,
  type Failures,
  loginPage,
  makeToken,
  nextId,
  type Person,
  pageOf,
  people,
  readToken,
  type StandInContext,
  type StandInState,
  secretOf,
} from './state.ts';

const network = 'twitter';

const failures: Failures = {
  refuse: (c) => c.json({ title: 'Forbidden', status: 403, detail: 'The stand-in rejects this.' }, 403),
  expire: (c) => c.json({ errors: [{ code: 89, message: 'Invalid or expired token.' }] }, 401),
  revoke: (c) => c.json({ title: 'Unauthorized', status: 401, detail: 'Unauthorized' }, 401),
  limit(c, seconds) {
    c.header('x-rate-limit-limit', '17');
    c.header('x-rate-limit-remaining', '0');
    c.header('x-rate-limit-reset', String(Math.ceil(Date.now() / 1000 + seconds)));
    return c.json({ title: 'Too Many Requests', status: 429 }, 429);
  },
  fail: (c) => c.json({ title: 'Internal Server Error', status: 500 }, 500),
};

/** The calls of the API that the product makes. */
export function twitter(state: StandInState) {
  const answer = answering(state, network, failures, (c) => oauthOf(c)['oauth_token']);

  /** Responds for the account of the token, where the signature is right. */
  const signedIn =
    (handle: (c: StandInContext, person: Person) => Response | Promise<Response>) => (c: StandInContext) => {
      const token = oauthOf(c)['oauth_token'] ?? '';
      if (!isSigned(c, secretOf(token)))
        return c.json({ errors: [{ code: 32, message: 'Could not authenticate you.' }] }, 401);
      const found = readToken(state, 'access', token);
      return typeof found === 'string' ? failures[found](c) : handle(c, found.person);
    };

  const server = new Hono<{ Bindings: HttpBindings }>();

  server.post(
    '/oauth/request_token',
    answer('token', (c) => {
      const returnTo = oauthOf(c)['oauth_callback'] ?? '';
      if (!isSigned(c, '') || !URL.canParse(returnTo))
        return c.json({ errors: [{ code: 32, message: 'Could not authenticate you.' }] }, 401);
      const token = makeToken('request', '0', 0.01);
      state.pending.set(token, { person: '', returnTo });
      return c.text(formOf({ oauth_token: token, oauth_callback_confirmed: 'true' }));
    }),
  );

  server.get(
    '/oauth/authenticate',
    answer('login', (c) => {
      const token = c.req.query('oauth_token') ?? '';
      const begun = state.pending.get(token);
      if (!begun) return c.text('This login is over.', 403);
      const person = chosenPerson(c);
      if (!person) return loginPage(c, 'Twitter');
      if (person === 'nobody')
        return c.redirect(`${begun.returnTo}?${new URLSearchParams({ denied: token })}`);
      const verifier = nextId();
      state.pending.delete(token);
      state.pending.set(`${token} ${verifier}`, { ...begun, person: person.id });
      return c.redirect(
        `${begun.returnTo}?${new URLSearchParams({ oauth_token: token, oauth_verifier: verifier })}`,
      );
    }),
  );

  server.post(
    '/oauth/access_token',
    answer('token', (c) => {
      const { oauth_token: token = '', oauth_verifier: verifier } = oauthOf(c);
      const begun = state.pending.get(`${token} ${verifier}`);
      if (!begun || !isSigned(c, secretOf(token))) return c.text('Request token missing', 401);
      state.pending.delete(`${token} ${verifier}`);
      const person = people.find(({ id }) => id === begun.person);
      const fields = { user_id: begun.person, screen_name: person?.handle ?? '' };
      return c.text(formOf({ oauth_token: makeToken('access', begun.person, 3650), ...fields }));
    }),
  );

  server.post(
    '/1.1/oauth/invalidate_token',
    answer(
      'revoke',
      signedIn((c) => {
        state.revoked.add(oauthOf(c)['oauth_token'] ?? '');
        return c.json({ access_token: 'invalidated' });
      }),
    ),
  );

  server.get(
    '/2/users/me',
    answer(
      'account',
      signedIn((c, { id, name, handle }) =>
        c.json({
          data: { id, name, username: handle, profile_image_url: `https://pbs.twimg.com/${id}.jpg` },
        }),
      ),
    ),
  );

  server.post(
    '/2/media/upload',
    answer(
      'picture',
      signedIn(async (c) => {
        const { media } = await c.req.parseBody();
        if (!(media instanceof File)) return failures.refuse(c);
        const id = nextId();
        state.pictures.set(id, { type: media.type, bytes: media.size, description: '' });
        return c.json({ data: { id, expires_after_secs: 86_400 } });
      }),
    ),
  );

  server.post(
    '/2/media/metadata',
    answer(
      'picture',
      signedIn(async (c) => {
        const { id, metadata } = await c.req.json<{ id: string; metadata: { alt_text: { text: string } } }>();
        const picture = state.pictures.get(id);
        if (!picture) return failures.refuse(c);
        picture.description = metadata.alt_text.text;
        return c.json({ data: { id } });
      }),
    ),
  );

  server.post(
    '/2/tweets',
    answer(
      'post',
      signedIn(async (c, person) => {
        const { text, media } = await c.req.json<{ text: string; media?: { media_ids: string[] } }>();
        const pictures = (media?.media_ids ?? []).flatMap((key) => state.pictures.get(key) ?? []);
        const isLikeIt = state.posts.some(
          (post) => post.network === network && post.account === person.name && post.text === text,
        );
        if (isLikeIt || pictures.length > 4) return failures.refuse(c);
        const id = nextId();
        state.posts.push({
          id,
          network,
          account: person.name,
          page: null,
          text,
          link: /\bhttps?:\/\/\S+/.exec(text)?.[0] ?? null,
          pictures,
          postedAt: new Date().toISOString(),
        });
        return c.json({ data: { id, text } }, 201);
      }),
    ),
  );

  server.get(
    '/2/users/:id/tweets',
    answer(
      'posts',
      signedIn((c, person) => {
        if (c.req.param('id') !== person.id) return failures.refuse(c);
        const since = Date.parse(c.req.query('start_time') ?? '');
        const own = state.posts.filter(
          (post) =>
            post.network === network && post.account === person.name && Date.parse(post.postedAt) >= since,
        );
        const { pagination_token: after, max_results: limit } = c.req.query();
        const { items, next } = pageOf(own.toReversed(), after, limit);
        return c.json({ data: items.map(({ id, text }) => shorten(id, text)), meta: { next_token: next } });
      }),
    ),
  );

  server.delete(
    '/2/tweets/:id',
    answer(
      'delete',
      signedIn((c) => {
        const index = state.posts.findIndex(({ id }) => id === c.req.param('id'));
        if (index !== -1) state.posts.splice(index, 1);
        return c.json({ data: { deleted: true } });
      }),
    ),
  );

  return server;
}

/** The form with a token and its secret. */
const formOf = (fields: { oauth_token: string } & Record<string, string>) =>
  new URLSearchParams({ ...fields, oauth_token_secret: secretOf(fields.oauth_token) }).toString();

/** A post as a timeline shows it: its links are shortened. */
function shorten(id: string, text: string) {
  const url = `https://t.co/${id}`;
  const urls = [...text.matchAll(/\bhttps?:\/\/\S+/g)].map(([expanded_url], index) => ({
    url: `${url}${index}`,
    expanded_url,
  }));
  return {
    id,
    text: urls
      .reduce((short, link) => short.replace(link.expanded_url, link.url), text)
      .replaceAll('&', '&amp;'),
    entities: { urls },
  };
}

/** The parameters of the `Authorization` header. */
function oauthOf(c: StandInContext): Record<string, string> {
  const header = c.req.header('authorization') ?? '';
  return Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  );
}

function isSigned(c: StandInContext, tokenSecret: string): boolean {
  const { oauth_signature: given, ...parameters } = oauthOf(c);
  if (parameters['oauth_consumer_key'] !== app.id) return false;
  const url = new URL(c.req.url);
  const keys = { appKey: app.id, appSecret: app.secret, tokenSecret };
  const all = [...Object.entries(parameters), ...url.searchParams];
  return signatureOf({ method: c.req.method, url, keys, parameters: all }) === given;
}
