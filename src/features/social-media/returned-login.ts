import type { NetworkOverview } from '#server/social-media/social-media.schema.ts';

/** What a login adds to the screen's address: Twitter, LinkedIn, and all of them where it fails. */
export interface LoginAddress {
  oauth_token?: string;
  oauth_verifier?: string;
  denied?: string;
  code?: string;
  state?: string;
  error?: string;
}

/** What a login brought back to the screen's address. */
export type ReturnedLogin =
  | { network: 'facebook'; accessToken: string; state: string }
  | { network: 'twitter'; oauthToken: string; oauthVerifier: string }
  | { network: 'linked-in'; code: string; state: string }
  /** It came to nothing: it was cancelled there, or the network gave an error. */
  | { network: NetworkOverview['socialMedia']; failure: 'cancelled' | 'error' };

/** Returns what a login brought back in this address; undefined where the address is an ordinary one. */
export function readReturnedLogin({
  search,
  hash,
}: {
  search: string;
  hash: string;
}): ReturnedLogin | undefined {
  const fields = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const [accessToken, code] = [fragment.get('access_token'), fields.get('code')];
  const [oauthToken, oauthVerifier] = [fields.get('oauth_token'), fields.get('oauth_verifier')];
  if (accessToken !== null) return { network: 'facebook', accessToken, state: fragment.get('state') ?? '' };
  if (oauthToken !== null)
    return oauthVerifier === null
      ? { network: 'twitter', failure: 'error' }
      : { network: 'twitter', oauthToken, oauthVerifier };
  if (fields.has('denied')) return { network: 'twitter', failure: 'cancelled' };
  if (code !== null) return { network: 'linked-in', code, state: fields.get('state') ?? '' };
  const error = fields.get('error');
  if (error === null) return undefined;
  if (error.startsWith('user_cancelled')) return { network: 'linked-in', failure: 'cancelled' };
  return { network: 'facebook', failure: error === 'access_denied' ? 'cancelled' : 'error' };
}
