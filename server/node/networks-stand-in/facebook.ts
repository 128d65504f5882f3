import { createHmac } from 'node:crypto';
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
  pageOf,
  people,
  readToken,
  type StandInContext,
  type StandInState,
} from './state.ts';

const network = 'facebook';

const failures: Failures = {
  refuse: (c) => failure(c, 400, { code: 100, error_subcode: 1349125 }),
  expire: (c) => failure(c, 401, { code: 190, error_subcode: 463 }),
  revoke: (c) => failure(c, 401, { code: 190, error_subcode: 458 }),
  limit(c, seconds) {
    const usage = [{ type: 'pages', estimated_time_to_regain_access: seconds / 60 }];
    c.header('x-business-use-case-usage', JSON.stringify({ [app.id]: usage }));
    return failure(c, 400, { code: 32 });
  },
  fail: (c) => failure(c, 500, { code: 2, is_transient: true }),
};

const failure = (c: StandInContext, status: 400 | 401 | 403 | 500, error: object) =>
  c.json({ error: { message: 'The stand-in rejects this.', type: 'OAuthException', ...error } }, status);

/** The calls of the Graph API that the product makes, in any version. */
export function facebook(state: StandInState) {
  const bearer = (c: StandInContext) => c.req.header('authorization')?.replace('Bearer ', '') ?? '';
  const answer = answering(state, network, failures, bearer);

  /** Responds for the account or the page of the token, where the app itself calls. */
  const signedIn =
    (kind: 'user' | 'page', handle: (c: StandInContext, token: TokenOf) => Response | Promise<Response>) =>
    (c: StandInContext) => {
      const token = bearer(c);
      const proof = createHmac('sha256', app.secret).update(token).digest('hex');
      if (c.req.query('appsecret_proof') !== proof) return failure(c, 400, { code: 100 });
      const page = kind === 'page' ? pageOfToken(token) : undefined;
      const found = readToken(state, page === undefined ? 'user' : `page${page}`, token);
      if (typeof found === 'string') return failures[found](c);
      return handle(c, { ...found, page: page ?? '' });
    };

  const graph = new Hono<{ Bindings: HttpBindings }>();

  graph.get('/dialog/oauth', (c) => {
    const { client_id, redirect_uri = '', state: sent = '', response_type } = c.req.query();
    if (client_id !== app.id || response_type !== 'token' || !URL.canParse(redirect_uri))
      return failure(c, 400, { code: 101 });
    const person = chosenPerson(c);
    if (!person) return loginPage(c, 'Facebook');
    if (person === 'nobody')
      return c.redirect(`${redirect_uri}?${new URLSearchParams({ error: 'access_denied', state: sent })}`);
    const fields = { access_token: makeToken('short', person.id, 0.05), expires_in: '4320', state: sent };
    return c.redirect(`${redirect_uri}#${new URLSearchParams(fields)}`);
  });

  graph.post(
    '/oauth/access_token',
    answer('token', async (c) => {
      const form = await c.req.parseBody();
      const found = readToken(state, 'short', String(form['fb_exchange_token']));
      if (form['client_id'] !== app.id || form['client_secret'] !== app.secret)
        return failure(c, 400, { code: 101 });
      if (typeof found === 'string') return failures[found](c);
      return c.json({ access_token: makeToken('user', found.person.id), expires_in: 60 * 86_400 });
    }),
  );

  graph.get(
    '/debug_token',
    answer('token', (c) => {
      if (bearer(c) !== `${app.id}|${app.secret}`) return failure(c, 400, { code: 101 });
      const token = c.req.query('input_token') ?? '';
      // A token of another app is in force, and not for this one.
      if (token.startsWith('foreign_'))
        return c.json({ data: { app_id: '1', user_id: '1001', is_valid: true } });
      const found = readToken(state, 'short', token);
      if (typeof found === 'string') return c.json({ data: { is_valid: false } });
      return c.json({ data: { app_id: app.id, user_id: found.person.id, is_valid: true } });
    }),
  );

  graph.get(
    '/me',
    answer(
      'account',
      signedIn('user', (c, { person }) =>
        c.json({
          id: person.id,
          name: person.name,
          link: `https://www.facebook.com/${person.handle}`,
          picture: { data: { url: `https://platform-lookaside.fbsbx.com/${person.id}` } },
        }),
      ),
    ),
  );

  graph.get(
    '/me/accounts',
    answer(
      'pages',
      signedIn('user', (c, { person }) =>
        c.json({ data: person.pages.map((page) => ({ ...page, tasks: ['CREATE_CONTENT', 'ANALYZE'] })) }),
      ),
    ),
  );

  graph.delete(
    '/me/permissions',
    answer(
      'revoke',
      signedIn('user', (c) => {
        state.revoked.add(bearer(c));
        return c.json({ success: true });
      }),
    ),
  );

  graph.post(
    '/:page/photos',
    answer(
      'picture',
      signedIn('page', async (c, { page }) => {
        if (c.req.param('page') !== page) return failure(c, 403, { code: 200 });
        const { source, alt_text_custom: description } = await c.req.parseBody();
        if (!(source instanceof File)) return failure(c, 400, { code: 324 });
        const id = nextId();
        const picture = { type: source.type, bytes: source.size, description: String(description) };
        state.pictures.set(id, picture);
        return c.json({ id });
      }),
    ),
  );

  graph.post(
    '/:page/feed',
    answer(
      'post',
      signedIn('page', async (c, { person, page }) => {
        if (c.req.param('page') !== page) return failure(c, 403, { code: 200 });
        const form = await c.req.parseBody();
        const media = Object.entries(form)
          .filter(([name]) => name.startsWith('attached_media['))
          .map(([, value]) => (JSON.parse(String(value)) as { media_fbid: string }).media_fbid);
        const id = `${page}_${nextId()}`;
        state.posts.push({
          id,
          network,
          account: person.name,
          page: person.pages.find((each) => each.id === page)?.name ?? null,
          text: String(form['message'] ?? ''),
          link: form['link'] === undefined ? null : String(form['link']),
          pictures: media.flatMap((key) => state.pictures.get(key) ?? []),
          postedAt: new Date().toISOString(),
        });
        return c.json({ id });
      }),
    ),
  );

  graph.get(
    '/:page/feed',
    answer(
      'posts',
      signedIn('page', (c, { page }) => {
        const since = Number(c.req.query('since') ?? 0) * 1000;
        const own = state.posts.filter(
          ({ id, postedAt }) => id.startsWith(`${page}_`) && Date.parse(postedAt) >= since,
        );
        const data = own.map(({ id, text, link }) => ({
          id,
          message: text,
          ...(link !== null && { attachments: { data: [{ unshimmed_url: link }] } }),
        }));
        const { items, next } = pageOf(data.toReversed(), c.req.query('after'), c.req.query('limit'));
        return c.json({ data: items, paging: { cursors: { after: next } } });
      }),
    ),
  );

  graph.get(
    '/:page',
    answer(
      'pages',
      signedIn('user', (c, { person }) => {
        const page = person.pages.find(({ id }) => id === c.req.param('page'));
        if (!page) return failure(c, 403, { code: 200 });
        return c.json({ id: page.id, access_token: makeToken(`page${page.id}`, person.id) });
      }),
    ),
  );

  graph.post(
    '/:post',
    answer(
      'edit',
      signedIn('page', async (c) => {
        const post = state.posts.find(({ id }) => id === c.req.param('post'));
        if (!post) return failure(c, 400, { code: 100, error_subcode: 33 });
        const { message } = await c.req.parseBody();
        post.text = String(message);
        return c.json({ success: true });
      }),
    ),
  );

  graph.delete(
    '/:post',
    answer(
      'delete',
      signedIn('page', (c) => {
        const index = state.posts.findIndex(({ id }) => id === c.req.param('post'));
        if (index === -1) return failure(c, 400, { code: 100, error_subcode: 33 });
        state.posts.splice(index, 1);
        return c.json({ success: true });
      }),
    ),
  );

  return new Hono<{ Bindings: HttpBindings }>().route('/:version', graph);
}

interface TokenOf {
  person: (typeof people)[number];
  page: string;
}

/** The page that a page's token names. */
const pageOfToken = (token: string) => /^page(\d+)_/.exec(token)?.[1] ?? 'none';
