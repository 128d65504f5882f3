import { expect, it } from 'vitest';
import { readReturnedLogin } from './returned-login.ts';

it.each([
  ['', '#access_token=t&expires_in=60&state=s', { network: 'facebook', accessToken: 't', state: 's' }],
  ['?error=access_denied&state=s', '#_=_', { network: 'facebook', failure: 'cancelled' }],
  ['?oauth_token=t&oauth_verifier=v', '', { network: 'twitter', oauthToken: 't', oauthVerifier: 'v' }],
  ['?oauth_token=t', '', { network: 'twitter', failure: 'error' }],
  ['?denied=t', '', { network: 'twitter', failure: 'cancelled' }],
  ['?code=c&state=s', '', { network: 'linked-in', code: 'c', state: 's' }],
  // What was not begun here has no state; the server rejects an empty one.
  ['?code=c', '', { network: 'linked-in', code: 'c', state: '' }],
  ['?error=user_cancelled_login&state=s', '', { network: 'linked-in', failure: 'cancelled' }],
  ['', '', undefined],
  ['?tab=2', '#facebook', undefined],
])('reads what came back in %s%s', (search, hash, login) => {
  expect(readReturnedLogin({ search, hash })).toEqual(login);
});
