import { once } from 'node:events';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { facebook } from './facebook.ts';
import { linkedIn } from './linked-in.ts';
import { app, createState, faultInput, type StandInPost } from './state.ts';
import { twitter } from './twitter.ts';

/** A running stand-in for the social networks. */
export interface StandIn {
  /** Where it is. */
  url: string;
  /** The settings that let a server use it. */
  environment: Record<string, string>;
  /** What was posted, oldest first. */
  posts: readonly StandInPost[];
  /** Lets the process end although the stand-in runs. */
  unref(): void;
  close(): Promise<void>;
}

/**
 * Seals the tokens of the stand-in, which open nothing. The same at each start, so that connections outlive one.
 */
const tokenKey = Buffer.from('the key of the stand-in networks').toString('base64');

/** Starts the stand-in on this machine. Port 0 takes a free one. */
export async function startStandIn(port: number): Promise<StandIn> {
  const state = createState();
  const server = new Hono<{ Bindings: HttpBindings }>();
  server.route('/facebook', facebook(state));
  server.route('/twitter', twitter(state));
  server.route('/linked-in', linkedIn(state));
  server.get('/stand-in/posts', (c) => c.json(state.posts));
  server.post('/stand-in/faults', async (c) => {
    const parsed = faultInput.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) return c.json({ message: parsed.error.issues.map(({ message }) => message) }, 400);
    state.faults.push({ ...parsed.data, seen: 0 });
    return c.json(parsed.data, 201);
  });

  const http = serve({ fetch: server.fetch, port, hostname: '127.0.0.1' });
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    environment: environmentAt(url),
    posts: state.posts,
    unref: () => void http.unref(),
    async close() {
      http.close();
      if ('closeAllConnections' in http) http.closeAllConnections();
      await once(http, 'close');
    },
  };
}

const environmentAt = (url: string): Record<string, string> => ({
  FACEBOOK_URL: `${url}/facebook`,
  FACEBOOK_APP_ID: app.id,
  FACEBOOK_APP_SECRET: app.secret,
  TWITTER_URL: `${url}/twitter`,
  TWITTER_API_KEY: app.id,
  TWITTER_API_SECRET: app.secret,
  LINKEDIN_URL: `${url}/linked-in`,
  LINKEDIN_CLIENT_ID: app.id,
  LINKEDIN_CLIENT_SECRET: app.secret,
  TOKEN_KEYS: tokenKey,
});
