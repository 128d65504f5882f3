import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
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
  readToken,
  type StandInContext,
  type StandInState,
} from './state.ts';

const network = 'linked-in';

const failures: Failures = {
  refuse: (c) => c.json({ status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED' }, 403),
  expire: (c) => c.json({ status: 401, serviceErrorCode: 65602, code: 'EXPIRED_ACCESS_TOKEN' }, 401),
  revoke: (c) => c.json({ status: 401, serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN' }, 401),
  limit(c, seconds) {
    c.header('retry-after', String(seconds));
    return c.json({ status: 429, serviceErrorCode: 101, code: 'TOO_MANY_REQUESTS' }, 429);
  },
  fail: (c) => c.json({ status: 500, code: 'INTERNAL_SERVER_ERROR' }, 500),
};

interface SentPost {
  author: string;
  commentary: string;
  content?: {
    media?: SentImage;
    multiImage?: { images: SentImage[] };
    article?: { source: string };
  };
}
interface SentImage {
  id: string;
  altText: string;
}

/** The calls of the login and the API that the product makes. */
export function linkedIn(state: StandInState) {
  const bearer = (c: StandInContext) => c.req.header('authorization')?.replace('Bearer ', '') ?? '';
  const answer = answering(state, network, failures, bearer);

  /** Responds for the account of the token. */
  const signedIn =
    (handle: (c: StandInContext, person: Person) => Response | Promise<Response>) => (c: StandInContext) => {
      const found = readToken(state, 'member', bearer(c));
      return typeof found === 'string' ? failures[found](c) : handle(c, found.person);
    };

  const server = new Hono<{ Bindings: HttpBindings }>();

  server.get(
    '/oauth/v2/authorization',
    answer('login', (c) => {
      const { client_id, redirect_uri: returnTo = '', state: sent = '', response_type } = c.req.query();
      if (client_id !== app.id || response_type !== 'code' || !URL.canParse(returnTo))
        return c.text('Bummer, something went wrong.', 400);
      const person = chosenPerson(c);
      if (!person) return loginPage(c, 'LinkedIn');
      const code = nextId();
      if (person !== 'nobody') state.pending.set(code, { person: person.id, returnTo });
      const answered = person === 'nobody' ? { error: 'user_cancelled_login' } : { code };
      return c.redirect(`${returnTo}?${new URLSearchParams({ ...answered, state: sent })}`);
    }),
  );

  server.post(
    '/oauth/v2/accessToken',
    answer('token', async (c) => {
      const form = await c.req.parseBody();
      const code = String(form['code']);
      const begun = state.pending.get(code);
      state.pending.delete(code);
      if (form['client_id'] !== app.id || form['client_secret'] !== app.secret)
        return c.json({ error: 'invalid_client' }, 401);
      if (!begun || form['redirect_uri'] !== begun.returnTo)
        return c.json({ error: 'invalid_redirect_uri' }, 400);
      return c.json({ access_token: makeToken('member', begun.person), expires_in: 60 * 86_400 });
    }),
  );

  server.post(
    '/oauth/v2/revoke',
    answer('revoke', async (c) => {
      const form = await c.req.parseBody();
      state.revoked.add(String(form['token']));
      return c.json({});
    }),
  );

  server.get(
    '/v2/me',
    answer(
      'account',
      signedIn((c, { id, name, handle }) => {
        const [first = '', ...rest] = name.split(' ');
        const identifiers = [{ identifier: `https://media.licdn.com/${id}.jpg` }];
        return c.json({
          id,
          localizedFirstName: first,
          localizedLastName: rest.join(' '),
          vanityName: handle,
          profilePicture: { 'displayImage~': { elements: [{ identifiers }] } },
        });
      }),
    ),
  );

  server.post(
    '/rest/images',
    answer(
      'picture',
      signedIn((c) => {
        const id = nextId();
        const uploadUrl = `${new URL(c.req.url).href.split('/rest/')[0]}/dms-uploads/${id}`;
        return c.json({ value: { uploadUrl, image: `urn:li:image:${id}` } });
      }),
    ),
  );

  server.put('/dms-uploads/:id', async (c) => {
    const bytes = (await c.req.arrayBuffer()).byteLength;
    const type = c.req.header('content-type') ?? '';
    state.pictures.set(`urn:li:image:${c.req.param('id')}`, { type, bytes, description: '' });
    return c.body(null, 201);
  });

  server.post(
    '/rest/posts',
    answer(
      'post',
      signedIn(async (c, person) => {
        const { author, commentary, content } = await c.req.json<SentPost>();
        if (author !== `urn:li:person:${person.id}`) return failures.refuse(c);
        const link = content?.article?.source ?? null;
        const own = state.posts.filter((post) => post.network === network && post.account === person.name);
        const isLikeIt = own.some((post) => post.text === commentary && post.link === link);
        if (isLikeIt) return c.json({ status: 422, code: 'DUPLICATE_POST' }, 422);
        const images = content?.multiImage?.images ?? (content?.media ? [content.media] : []);
        const id = `urn:li:share:${nextId()}`;
        state.posts.push({
          id,
          network,
          account: person.name,
          page: null,
          text: commentary,
          link,
          pictures: images.flatMap(({ id: key, altText }) => {
            const picture = state.pictures.get(key);
            return picture ? { ...picture, description: altText } : [];
          }),
          postedAt: new Date().toISOString(),
        });
        c.header('x-restli-id', id);
        return c.body(null, 201);
      }),
    ),
  );

  server.get(
    '/rest/posts',
    answer(
      'posts',
      signedIn((c, person) => {
        if (c.req.query('author') !== `urn:li:person:${person.id}`) return failures.refuse(c);
        const own = state.posts.filter((post) => post.network === network && post.account === person.name);
        const elements = own.map(({ id, text, link, postedAt }) => ({
          id,
          commentary: text,
          publishedAt: Date.parse(postedAt),
          ...(link !== null && { content: { article: { source: link } } }),
        }));
        const { items } = pageOf(elements.toReversed(), c.req.query('start'), c.req.query('count'));
        return c.json({ elements: items });
      }),
    ),
  );

  server.post(
    '/rest/posts/:id',
    answer(
      'edit',
      signedIn(async (c, person) => {
        const post = state.posts.find(({ id }) => id === c.req.param('id'));
        if (c.req.header('x-restli-method') !== 'PARTIAL_UPDATE' || post?.account !== person.name)
          return c.json({ status: 404, code: 'NOT_FOUND' }, 404);
        const { patch } = await c.req.json<{ patch: { $set: { commentary: string } } }>();
        post.text = patch.$set.commentary;
        return c.body(null, 204);
      }),
    ),
  );

  server.delete(
    '/rest/posts/:id',
    answer(
      'delete',
      signedIn((c) => {
        const index = state.posts.findIndex(({ id }) => id === c.req.param('id'));
        if (index !== -1) state.posts.splice(index, 1);
        return c.body(null, 204);
      }),
    ),
  );

  return server;
}
