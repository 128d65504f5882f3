import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { networkLimits } from '#server/social-media/network-limits.schema.ts';
import { type Facebook, type NetworkCredentials, NetworkFailure } from '#server/social-media/networks.ts';
import {
  addressAt,
  type CallTimes,
  call,
  findInPages,
  inSeconds,
  isGone,
  parseReply,
  type Reply,
  usualTimes,
} from './call.ts';
import { withoutWebP } from './picture.ts';

/** The version of the Graph API, and of the login. A version lives for two years. */
const version = 'v24.0';

const scopes = [
  'user_posts',
  'user_photos',
  'user_link',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
];

/** How an installation is known at Facebook. */
export interface FacebookSettings {
  appId: string;
  appSecret: string;
  /** In place of the real addresses. */
  url: string | undefined;
}

const network = 'facebook';

/** Facebook over its Graph API. */
export function createFacebook(
  { appId, appSecret, url }: FacebookSettings,
  { callMs, uploadMs }: CallTimes = usualTimes,
): Facebook {
  const web = url ?? 'https://www.facebook.com';
  const graph = `${url ?? 'https://graph.facebook.com'}/${version}`;
  /** The app's own token, which needs no login. */
  const appToken = `${appId}|${appSecret}`;

  interface Options {
    method?: 'GET' | 'POST' | 'DELETE';
    query?: Record<string, string>;
    body?: URLSearchParams | FormData;
    timeoutMs?: number;
    isOnce?: boolean;
  }

  /** Calls with a token and the proof that the app itself does. */
  async function ask(token: string, path: string, options: Options = {}) {
    const { query, timeoutMs = callMs, ...rest } = options;
    const proof = createHmac('sha256', appSecret).update(token).digest('hex');
    const address = addressAt(graph, path, {
      ...query,
      ...(token !== appToken && { appsecret_proof: proof }),
    });
    const headers = { authorization: `Bearer ${token}` };
    return requireSuccess(await call(address, { network, timeoutMs, headers, ...rest }), options);
  }

  /** The token of a page, for which posts appear as the page's own. */
  async function pageToken({ token }: NetworkCredentials, pageId: string): Promise<string> {
    const reply = await ask(token, `/${encodeURIComponent(pageId)}`, { query: { fields: 'access_token' } });
    return parseReply(network, z.object({ access_token: z.string() }), reply).access_token;
  }

  return {
    maxPictures: networkLimits.facebook.pictures,
    canEdit: true,

    loginAddress: ({ state, returnTo }) =>
      addressAt(web, `/${version}/dialog/oauth`, {
        client_id: appId,
        redirect_uri: returnTo,
        state,
        response_type: 'token',
        scope: scopes.join(','),
      }).href,

    async accept({ token, userId }) {
      const checked = await ask(appToken, '/debug_token', { query: { input_token: token } });
      const { data } = parseReply(network, tokenInfo, checked);
      const isOurs =
        data.is_valid && data.app_id === appId && (userId === undefined || data.user_id === userId);
      if (!isOurs || data.user_id === undefined)
        throw new NetworkFailure(network, 'refused', { code: 'token' });
      const exchanged = await call(addressAt(graph, '/oauth/access_token'), {
        network,
        method: 'POST',
        timeoutMs: callMs,
        body: new URLSearchParams({
          grant_type: 'fb_exchange_token',
          client_id: appId,
          client_secret: appSecret,
          fb_exchange_token: token,
        }),
      });
      const lasting = parseReply(network, exchange, requireSuccess(exchanged));
      const about = await ask(lasting.access_token, '/me', { query: { fields: 'id,name,picture,link' } });
      const { id, name, picture, link } = parseReply(network, profile, about);
      if (id !== data.user_id) throw new NetworkFailure(network, 'refused', { code: 'user' });
      return {
        credentials: { token: lasting.access_token },
        expiresAt: lasting.expires_in === undefined ? null : inSeconds(lasting.expires_in),
        account: { id, name, handle: null, picture: picture?.data.url ?? null, link: link ?? null },
      };
    },

    async pages({ token }) {
      const reply = await ask(token, '/me/accounts', { query: { fields: 'id,name,tasks', limit: '200' } });
      return parseReply(network, pageList, reply)
        .data.filter(({ tasks }) => tasks === undefined || tasks.includes('CREATE_CONTENT'))
        .map(({ id, name }) => ({ id, name }));
    },

    async revoke({ token }) {
      try {
        await ask(token, '/me/permissions', { method: 'DELETE' });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },

    async check({ token }) {
      await ask(token, '/me', { query: { fields: 'id' } });
    },

    async publish(credentials, { authorId, text, link, pictures }, beforeSending) {
      const token = await pageToken(credentials, authorId);
      const page = `/${encodeURIComponent(authorId)}`;
      const media: string[] = [];
      for (const picture of pictures) {
        const { bytes, type, description } = await withoutWebP(picture);
        const body = new FormData();
        body.set('published', 'false');
        body.set('alt_text_custom', description);
        body.set('source', new Blob([bytes], { type }), 'picture');
        const sent = await ask(token, `${page}/photos`, { method: 'POST', body, timeoutMs: uploadMs });
        media.push(parseReply(network, identified, sent).id);
      }
      const hasPictures = media.length > 0;
      const body = new URLSearchParams({ message: messageOf(text, link, hasPictures) });
      media.forEach((id, index) => body.set(`attached_media[${index}]`, JSON.stringify({ media_fbid: id })));
      if (!hasPictures && link !== undefined) body.set('link', link);
      await beforeSending?.();
      const reply = await ask(token, `${page}/feed`, { method: 'POST', body, isOnce: true });
      const { id } = parseReply(network, identified, reply, { isOnce: true });
      return { id, link: linkOf(id) };
    },

    async findPublished(credentials, { authorId, text, link, since }) {
      const token = await pageToken(credentials, authorId);
      const read = async (after: string | undefined) => {
        const reply = await ask(token, `/${encodeURIComponent(authorId)}/feed`, {
          query: {
            fields: 'id,message,created_time,attachments{unshimmed_url}',
            limit: '100',
            since: String(Math.floor(since.getTime() / 1000)),
            ...(after !== undefined && { after }),
          },
        });
        const { data, paging } = parseReply(network, feed, reply);
        return { items: data, next: data.length > 0 ? paging?.cursors?.after : undefined };
      };
      const found = await findInPages(network, read, ({ message, attachments }) => {
        const hasCard = message === text && attachments?.data[0]?.unshimmed_url === link;
        return hasCard || (link !== undefined && message === messageOf(text, link, true));
      });
      return found && { id: found.id, link: linkOf(found.id) };
    },

    async edit(credentials, { authorId, id, text, link, hasPictures }) {
      const token = await pageToken(credentials, authorId);
      const body = new URLSearchParams({ message: messageOf(text, link, hasPictures) });
      await ask(token, `/${encodeURIComponent(id)}`, { method: 'POST', body });
    },

    async remove(credentials, { authorId, id }) {
      const token = await pageToken(credentials, authorId);
      try {
        await ask(token, `/${encodeURIComponent(id)}`, { method: 'DELETE' });
      } catch (error) {
        if (!(error instanceof NetworkFailure && error.code === '100/33')) throw error;
      }
    },
  };
}

/** A link has no card beside pictures. */
const messageOf = (text: string, link: string | undefined, hasPictures: boolean): string =>
  hasPictures && link !== undefined ? `${text}\n${link}` : text;

const linkOf = (id: string) => `https://www.facebook.com/${id}`;

const tokenInfo = z.object({
  data: z.object({ app_id: z.string().optional(), user_id: z.string().optional(), is_valid: z.boolean() }),
});
const exchange = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });
const profile = z.object({
  id: z.string(),
  name: z.string(),
  picture: z.object({ data: z.object({ url: z.string() }) }).optional(),
  link: z.string().optional(),
});
const pageList = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), tasks: z.array(z.string()).optional() })),
});
const identified = z.object({ id: z.string() });
const feed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().optional(),
      attachments: z.object({ data: z.array(z.object({ unshimmed_url: z.string().optional() })) }).optional(),
    }),
  ),
  paging: z.object({ cursors: z.object({ after: z.string().optional() }).optional() }).optional(),
});

const failure = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
});

/** Codes of limits: of the app, the user, the page, and of writing. */
const limitCodes = new Set([4, 17, 32, 341, 368, 613]);

function requireSuccess(reply: Reply, { isOnce = false }: { isOnce?: boolean } = {}): Reply {
  const parsed = failure.safeParse(reply.body);
  if (!parsed.success) {
    if (reply.status < 300) return reply;
    throw new NetworkFailure(network, 'refused', { code: reply.status });
  }
  const { code, error_subcode: subcode, is_transient: isTransient } = parsed.data.error;
  const label = { code: subcode === undefined ? code : `${code}/${subcode}` };
  if (code === 190 || code === 102)
    throw new NetworkFailure(network, subcode === 463 ? 'expired' : 'revoked', label);
  if (limitCodes.has(code) || (code >= 80_000 && code <= 80_014) || reply.status === 429)
    throw new NetworkFailure(network, 'limited', { ...label, waitSeconds: secondsToWait(reply.headers) });
  if (isTransient === true) throw new NetworkFailure(network, isOnce ? 'unknown' : 'failed', label);
  throw new NetworkFailure(network, 'refused', label);
}

const usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })),
);

/** How long calls are not taken, by the header that states it in minutes; an hour where it does not. */
function secondsToWait(headers: Headers): number {
  const minutes = usageMinutes(headers.get('x-business-use-case-usage'));
  return 60 * (minutes > 0 ? minutes : 60);
}

function usageMinutes(header: string | null): number {
  if (header === null) return 0;
  try {
    const entries = Object.values(usage.parse(JSON.parse(header))).flat();
    return Math.max(0, ...entries.map((entry) => entry.estimated_time_to_regain_access ?? 0));
  } catch {
    return 0;
  }
}
