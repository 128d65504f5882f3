import { z } from 'zod';
import { networkLimits } from '#server/social-media/network-limits.schema.ts';
import { type LinkedIn, NetworkFailure } from '#server/social-media/networks.ts';
import {
  addressAt,
  type CallTimes,
  call,
  findInPages,
  inSeconds,
  isGone,
  parseReply,
  type Reply,
  retryAfter,
  usualTimes,
} from './call.ts';
import { withoutWebP } from './picture.ts';

/** The version of the API, by its month. A version lives for a year. */
const version = '202610';

const scopes = ['r_liteprofile', 'r_emailaddress', 'w_member_social'];

/** How an installation is known at LinkedIn. */
export interface LinkedInSettings {
  appId: string;
  appSecret: string;
  /** In place of the real addresses. */
  url: string | undefined;
}

const network = 'linked-in';

/** LinkedIn over OAuth 2 and its posts. */
export function createLinkedIn(
  { appId, appSecret, url }: LinkedInSettings,
  { callMs, uploadMs }: CallTimes = usualTimes,
): LinkedIn {
  const web = url ?? 'https://www.linkedin.com';
  const api = url ?? 'https://api.linkedin.com';

  interface Options {
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    query?: Record<string, string>;
    json?: object;
    headers?: Record<string, string>;
    isOnce?: boolean;
  }

  async function ask(token: string, path: string, options: Options = {}) {
    const { method, query, json, isOnce = false } = options;
    const headers = {
      authorization: `Bearer ${token}`,
      'linkedin-version': version,
      'x-restli-protocol-version': '2.0.0',
      ...(json && { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const body = json && { body: JSON.stringify(json) };
    const verb = method ?? (json ? 'POST' : 'GET');
    const address = addressAt(api, path, query);
    return requireSuccess(
      await call(address, { network, method: verb, timeoutMs: callMs, isOnce, headers, ...body }),
    );
  }

  /** Calls the login's side as the app. */
  const askAsApp = async (path: string, fields: Record<string, string>): Promise<Reply> =>
    requireSuccess(
      await call(addressAt(web, path), {
        network,
        method: 'POST',
        timeoutMs: callMs,
        body: new URLSearchParams({ ...fields, client_id: appId, client_secret: appSecret }),
      }),
    );

  /** Sends a picture where LinkedIn says, which has to be an address of LinkedIn. */
  async function upload(token: string, address: string, bytes: Uint8Array<ArrayBuffer>, type: string) {
    const target = URL.canParse(address) ? new URL(address) : undefined;
    const isTheirs = [web, api].some(
      (base) => target?.origin === new URL(base).origin && target.href.startsWith(base),
    );
    if (!target || !isTheirs) throw new NetworkFailure(network, 'failed', { code: 'upload-address' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    requireSuccess(await call(target, { network, method: 'PUT', timeoutMs: uploadMs, headers, body: bytes }));
  }

  return {
    maxPictures: networkLimits['linked-in'].pictures,
    canEdit: true,

    loginAddress: ({ state, returnTo }) =>
      addressAt(web, '/oauth/v2/authorization', {
        response_type: 'code',
        client_id: appId,
        redirect_uri: returnTo,
        state,
        scope: scopes.join(' '),
      }).href,

    async accept({ code, returnTo }) {
      const reply = await askAsApp('/oauth/v2/accessToken', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: returnTo,
      });
      const { access_token: token, expires_in: seconds } = parseReply(network, exchange, reply);
      const about = await ask(token, '/v2/me', { query: { projection } });
      const { id, localizedFirstName, localizedLastName, profilePicture, vanityName } = parseReply(
        network,
        profile,
        about,
      );
      return {
        credentials: { token },
        expiresAt: inSeconds(seconds),
        account: {
          id,
          name: [localizedFirstName, localizedLastName].filter(Boolean).join(' '),
          handle: null,
          picture: profilePicture?.['displayImage~'].elements[0]?.identifiers[0]?.identifier ?? null,
          link:
            vanityName === undefined ? null : `https://www.linkedin.com/in/${encodeURIComponent(vanityName)}`,
        },
      };
    },

    async revoke({ token }) {
      try {
        await askAsApp('/oauth/v2/revoke', { token });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },

    async check({ token }) {
      await ask(token, '/v2/me', { query: { projection: '(id)' } });
    },

    async publish({ token }, { authorId, text, link, pictures }, beforeSending) {
      const author = personOf(authorId);
      const images: { id: string; altText: string }[] = [];
      for (const picture of pictures) {
        const { bytes, type, description } = await withoutWebP(picture);
        const begun = await ask(token, '/rest/images', {
          query: { action: 'initializeUpload' },
          json: { initializeUploadRequest: { owner: author } },
        });
        const { uploadUrl, image } = parseReply(network, beginning, begun).value;
        await upload(token, uploadUrl, bytes, type);
        images.push({ id: image, altText: description });
      }
      await beforeSending?.();
      const reply = await ask(token, '/rest/posts', {
        json: {
          author,
          commentary: commentaryOf(text, link, images.length > 0),
          visibility: 'PUBLIC',
          distribution: {
            feedDistribution: 'MAIN_FEED',
            targetEntities: [],
            thirdPartyDistributionChannels: [],
          },
          lifecycleState: 'PUBLISHED',
          isReshareDisabledByAuthor: false,
          ...contentOf(images, link),
        },
        isOnce: true,
      });
      const id = reply.headers.get('x-restli-id');
      if (id === null) throw new NetworkFailure(network, 'unknown', { code: 'no-id' });
      return { id, link: linkOf(id) };
    },

    async findPublished({ token }, { authorId, text, link, since }) {
      const count = 100;
      const read = async (cursor: string | undefined) => {
        const start = Number(cursor ?? 0);
        const reply = await ask(token, '/rest/posts', {
          query: {
            q: 'author',
            author: personOf(authorId),
            start: String(start),
            count: String(count),
            sortBy: 'LAST_MODIFIED',
          },
        });
        const { elements } = parseReply(network, posts, reply);
        const items = elements.filter(({ publishedAt }) => publishedAt >= since.getTime());
        const hasMore = elements.length === count && items.length > 0;
        return { items, next: hasMore ? String(start + count) : undefined };
      };
      const found = await findInPages(network, read, ({ commentary, content }) => {
        const hasCard = commentary === commentaryOf(text, link, false) && content?.article?.source === link;
        return hasCard || (link !== undefined && commentary === commentaryOf(text, link, true));
      });
      return found && { id: found.id, link: linkOf(found.id) };
    },

    async edit({ token }, { id, text, link, hasPictures }) {
      await ask(token, `/rest/posts/${encodeURIComponent(id)}`, {
        headers: { 'x-restli-method': 'PARTIAL_UPDATE' },
        json: { patch: { $set: { commentary: commentaryOf(text, link, hasPictures) } } },
      });
    },

    async remove({ token }, { id }) {
      // A post that is gone is answered like one that was deleted.
      await ask(token, `/rest/posts/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
  };
}

const personOf = (accountId: string) => `urn:li:person:${accountId}`;

const linkOf = (id: string) => `https://www.linkedin.com/feed/update/${id}`;

/** The text as LinkedIn takes it, in which some characters stand for something. A link has no card beside pictures. */
const commentaryOf = (text: string, link: string | undefined, hasPictures: boolean): string =>
  (hasPictures && link !== undefined ? `${text}\n${link}` : text).replaceAll(/[\\|{}@[\]()<>#*_~]/g, '\\$&');

function contentOf(images: readonly { id: string; altText: string }[], link: string | undefined) {
  const [only] = images;
  if (images.length > 1) return { content: { multiImage: { images } } };
  if (only) return { content: { media: only } };
  return link === undefined ? {} : { content: { article: { source: link, title: link } } };
}

const projection =
  '(id,localizedFirstName,localizedLastName,vanityName,profilePicture(displayImage~:playableStreams))';

const exchange = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const profile = z.object({
  id: z.string(),
  localizedFirstName: z.string(),
  localizedLastName: z.string(),
  vanityName: z.string().optional(),
  profilePicture: z
    .object({
      'displayImage~': z.object({
        elements: z.array(z.object({ identifiers: z.array(z.object({ identifier: z.string() })) })),
      }),
    })
    .optional(),
});
const beginning = z.object({ value: z.object({ uploadUrl: z.string(), image: z.string() }) });
const posts = z.object({
  elements: z.array(
    z.object({
      id: z.string(),
      commentary: z.string(),
      publishedAt: z.number(),
      content: z.object({ article: z.object({ source: z.string() }).optional() }).optional(),
    }),
  ),
});

/** Failures of the API, and of the login. */
const failure = z.object({
  serviceErrorCode: z.number().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  error: z.string().optional(),
});

function requireSuccess(reply: Reply): Reply {
  const { status, headers, body } = reply;
  if (status < 300) return reply;
  const given = failure.safeParse(body).data;
  const stated = given?.code ?? given?.serviceErrorCode ?? given?.error ?? '';
  // It is logged, so it has to be a word.
  const code = /^\w{1,40}$/.test(String(stated)) ? String(stated) : status;
  if (status === 429)
    throw new NetworkFailure(network, 'limited', {
      code,
      waitSeconds: retryAfter(headers) ?? secondsToNextDay(),
    });
  if (status === 401) {
    const isExpired = code === 'EXPIRED_ACCESS_TOKEN' || given?.serviceErrorCode === 65_602;
    throw new NetworkFailure(network, isExpired ? 'expired' : 'revoked', { code });
  }
  throw new NetworkFailure(network, 'refused', { code });
}

/** The seconds until midnight in UTC, when LinkedIn's limits of a day begin anew. */
const secondsToNextDay = (): number => 86_400 - ((Date.now() / 1000) % 86_400);
