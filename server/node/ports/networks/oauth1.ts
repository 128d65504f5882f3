import { createHmac, randomBytes } from 'node:crypto';

/** Who calls: the app, and where there is one the account, each with its secret. */
export interface OAuth1Keys {
  appKey: string;
  appSecret: string;
  token?: string | undefined;
  tokenSecret?: string | undefined;
}

interface Signed {
  method: string;
  url: URL;
  keys: OAuth1Keys;
  /** Further parameters of the protocol, such as `oauth_callback`. */
  extra?: Record<string, string>;
  /** The parameters of a form in the body. Other bodies are not signed. */
  form?: Record<string, string>;
  /** The text that is used once, and the time in seconds. */
  nonce?: string;
  timestamp?: string;
}

/** Returns the `Authorization` header of a request by OAuth 1.0a with HMAC-SHA1, RFC 5849. */
export function authorizationOf({ method, url, keys, extra = {}, form = {}, ...once }: Signed): string {
  const { nonce = randomBytes(16).toString('hex'), timestamp = String(Math.floor(Date.now() / 1000)) } = once;
  const parameters: Record<string, string> = {
    oauth_consumer_key: keys.appKey,
    oauth_nonce: nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: timestamp,
    oauth_version: '1.0',
    ...(keys.token !== undefined && { oauth_token: keys.token }),
    ...extra,
  };
  const all = [...Object.entries({ ...parameters, ...form }), ...url.searchParams];
  const signature = signatureOf({ method, url, keys, parameters: all });
  return `OAuth ${Object.entries({ ...parameters, oauth_signature: signature })
    .map(([name, value]) => `${encode(name)}="${encode(value)}"`)
    .join(', ')}`;
}

/** Returns the signature of a request with these parameters. */
export function signatureOf({
  method,
  url,
  keys,
  parameters,
}: {
  method: string;
  url: URL;
  keys: OAuth1Keys;
  parameters: readonly (readonly [string, string])[];
}): string {
  const sorted = parameters
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const base = [method, `${url.origin}${url.pathname}`, sorted].map(encode).join('&');
  const key = `${encode(keys.appSecret)}&${encode(keys.tokenSecret ?? '')}`;
  return createHmac('sha1', key).update(base).digest('base64');
}

/** Percent-encodes all but unreserved characters, as RFC 3986 has them. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
