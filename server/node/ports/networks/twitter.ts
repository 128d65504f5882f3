import { z } from 'zod';
import { networkLimits } from '#server/social-media/network-limits.schema.ts';
import { type NetworkCredentials, NetworkFailure, type Twitter } from '#server/social-media/networks.ts';
import {
  addressAt,
  type CallTimes,
  call,
  findInPages,
  isGone,
  parseReply,
  type Reply,
  usualTimes,
} from './call.ts';
import { authorizationOf, type OAuth1Keys } from './oauth1.ts';

/** The version of the API that posts. The login has none. */
const version = '2';

/** How an installation is known at Twitter. */
export interface TwitterSettings {
  appKey: string;
  appSecret: string;
  /** In place of the real address. */
  url: string | undefined;
}

const network = 'twitter';

/** Twitter over OAuth 1.0a and its API. */
export function createTwitter(
  { appKey, appSecret, url }: TwitterSettings,
  { callMs, uploadMs }: CallTimes = usualTimes,
): Twitter {
  const base = url ?? 'https://api.x.com';
  const app: OAuth1Keys = { appKey, appSecret };
  const keysOf = ({ token, secret }: NetworkCredentials): OAuth1Keys => ({
    ...app,
    token,
    tokenSecret: secret,
  });

  interface Options {
    method?: 'GET' | 'POST' | 'DELETE';
    query?: Record<string, string>;
    json?: object;
    form?: FormData;
    extra?: Record<string, string>;
    timeoutMs?: number;
    isOnce?: boolean;
  }

  async function ask(
    keys: OAuth1Keys,
    path: string,
    { method = 'GET', query, json, form, extra, timeoutMs = callMs, isOnce = false }: Options = {},
  ): Promise<Reply> {
    const address = addressAt(base, path, query);
    const body = json ? JSON.stringify(json) : form;
    return requireSuccess(
      await call(address, {
        network,
        method,
        timeoutMs,
        isOnce,
        headers: {
          authorization: authorizationOf({ method, url: address, keys, ...(extra && { extra }) }),
          ...(json && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      }),
    );
  }

  return {
    maxPictures: networkLimits.twitter.pictures,
    canEdit: false,

    async requestToken(returnTo) {
      const extra = { oauth_callback: returnTo };
      const reply = await ask(app, '/oauth/request_token', { method: 'POST', extra });
      const { oauth_token: token, oauth_token_secret: secret } = readForm(reply);
      return { token, secret };
    },

    loginAddress: (requestToken) =>
      addressAt(base, '/oauth/authenticate', { oauth_token: requestToken }).href,

    async accept({ token, secret, verifier }) {
      const reply = await ask({ ...app, token, tokenSecret: secret }, '/oauth/access_token', {
        method: 'POST',
        extra: { oauth_verifier: verifier },
      });
      const { oauth_token, oauth_token_secret } = readForm(reply);
      const credentials = { token: oauth_token, secret: oauth_token_secret };
      const about = await ask(keysOf(credentials), `/${version}/users/me`, {
        query: { 'user.fields': 'profile_image_url' },
      });
      const { id, name, username, profile_image_url } = parseReply(network, profile, about).data;
      return {
        credentials,
        expiresAt: null,
        account: {
          id,
          name,
          handle: username,
          picture: profile_image_url ?? null,
          link: `https://x.com/${encodeURIComponent(username)}`,
        },
      };
    },

    async revoke(credentials) {
      try {
        await ask(keysOf(credentials), '/1.1/oauth/invalidate_token', { method: 'POST' });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },

    async check(credentials) {
      await ask(keysOf(credentials), `/${version}/users/me`);
    },

    async publish(credentials, { text, link, pictures }, beforeSending) {
      const keys = keysOf(credentials);
      const media: string[] = [];
      for (const { bytes, type, description } of pictures) {
        const form = new FormData();
        form.set('media_category', 'tweet_image');
        form.set('media', new Blob([bytes], { type }), 'picture');
        const sent = await ask(keys, `/${version}/media/upload`, {
          method: 'POST',
          form,
          timeoutMs: uploadMs,
        });
        const { id } = parseReply(network, identified, sent).data;
        if (description !== '')
          await ask(keys, `/${version}/media/metadata`, {
            method: 'POST',
            json: { id, metadata: { alt_text: { text: description.slice(0, 1000) } } },
          });
        media.push(id);
      }
      await beforeSending?.();
      const reply = await ask(keys, `/${version}/tweets`, {
        method: 'POST',
        json: { text: textOf(text, link), ...(media.length > 0 && { media: { media_ids: media } }) },
        isOnce: true,
      });
      const { id } = parseReply(network, identified, reply, { isOnce: true }).data;
      return { id, link: linkOf(id) };
    },

    async findPublished(credentials, { authorId, text, link, since }) {
      const read = async (token: string | undefined) => {
        const reply = await ask(
          keysOf(credentials),
          `/${version}/users/${encodeURIComponent(authorId)}/tweets`,
          {
            query: {
              max_results: '100',
              start_time: `${since.toISOString().slice(0, 19)}Z`,
              'tweet.fields': 'entities',
              ...(token !== undefined && { pagination_token: token }),
            },
          },
        );
        const { data = [], meta } = parseReply(network, timeline, reply);
        return { items: data, next: meta?.next_token };
      };
      const wanted = plain(textOf(text, link));
      const found = await findInPages(network, read, (tweet) => plain(withFullLinks(tweet)) === wanted);
      return found && { id: found.id, link: linkOf(found.id) };
    },

    async edit() {
      throw new NetworkFailure(network, 'refused', { code: 'no-edits' });
    },

    async remove(credentials, { id }) {
      // A post that is gone is answered like one that was deleted.
      await ask(keysOf(credentials), `/${version}/tweets/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
  };
}

const textOf = (text: string, link: string | undefined) => (link === undefined ? text : `${text}\n${link}`);

const linkOf = (id: string) => `https://x.com/i/status/${id}`;

const identified = z.object({ data: z.object({ id: z.string() }) });
const profile = z.object({
  data: z.object({
    id: z.string(),
    name: z.string(),
    username: z.string(),
    profile_image_url: z.string().optional(),
  }),
});
const tweet = z.object({
  id: z.string(),
  text: z.string(),
  entities: z
    .object({ urls: z.array(z.object({ url: z.string(), expanded_url: z.string() })).optional() })
    .optional(),
});
const timeline = z.object({
  data: z.array(tweet).optional(),
  meta: z.object({ next_token: z.string().optional() }).optional(),
});

/** The text with the links that were posted, which Twitter shortens; those of pictures come behind it. */
function withFullLinks({ text, entities }: z.output<typeof tweet>): string {
  const urls = entities?.urls ?? [];
  return urls
    .reduce((full, { url, expanded_url }) => full.replaceAll(url, expanded_url), text)
    .replace(/(?:\s+https:\/\/(?:x|twitter)\.com\/\S+\/(?:photo|video)\/\d+)+$/, '');
}

/** A text as it is compared: Twitter escapes some characters and trims. */
const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').normalize('NFC').trim();

/** What the login's calls return: a form. */
function readForm(reply: Reply) {
  const fields = new URLSearchParams(typeof reply.body === 'string' ? reply.body : '');
  return parseReply(network, tokens, { ...reply, body: Object.fromEntries(fields) });
}

const tokens = z.object({ oauth_token: z.string().min(1), oauth_token_secret: z.string().min(1) });

const failures = z.object({ errors: z.array(z.object({ code: z.number() })).min(1) });

function requireSuccess(reply: Reply): Reply {
  const { status, headers, body } = reply;
  if (status < 300) return reply;
  const code = failures.safeParse(body).data?.errors[0]?.code ?? status;
  if (status === 429)
    throw new NetworkFailure(network, 'limited', { code, waitSeconds: secondsToReset(headers) });
  if (status === 401) throw new NetworkFailure(network, code === 89 ? 'expired' : 'revoked', { code });
  throw new NetworkFailure(network, 'refused', { code });
}

/** How long calls are not taken, by the header that states their end in seconds since 1970; 15 minutes without it. */
function secondsToReset(headers: Headers): number {
  const end = Number(headers.get('x-rate-limit-reset'));
  return end > 0 ? Math.max(1, end - Date.now() / 1000) : 15 * 60;
}
