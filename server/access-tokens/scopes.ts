import type { AccessTokenScope } from '#db/tables/access-tokens.ts';
import { Refusal } from '../errors.ts';
import type { Session } from '../ports.ts';

/** What a call needs of an access token; `session` where no token is enough, whatever its scopes. */
export type Needed = readonly AccessTokenScope[] | 'session';

/** What a procedure declares: scopes beside `read` or `write`, or that no token is enough. */
export type DeclaredScopes = readonly Exclude<AccessTokenScope, 'read' | 'write'>[] | 'rejected';

/**
 * What a procedure needs of an access token. The one rule: reads need `read`, mutations `write`, and beside it what
 * the procedure's meta declares.
 */
export function neededBy(
  type: 'query' | 'mutation' | 'subscription',
  { accessTokens: declared = [] }: { accessTokens?: DeclaredScopes },
): Needed {
  if (declared === 'rejected') return 'session';
  return [type === 'mutation' ? 'write' : 'read', ...declared];
}

/** Throws a 403 where the session is that of an access token that lacks what is needed. */
export function requireScopes(session: Session | undefined, needed: Needed): void {
  if (!session?.accessToken) return;
  if (needed === 'session')
    throw new Refusal(
      'FORBIDDEN',
      'session-required',
      'An access token cannot do this. Sign in with a password instead.',
    );
  const { scopes } = session.accessToken;
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw new Refusal(
      'FORBIDDEN',
      'scope-missing',
      `This access token lacks the scope${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}.`,
    );
}

/** A sentence on what a call needs, for the API document. */
export const describeNeeded = (needed: Needed): string =>
  needed === 'session'
    ? 'Personal access tokens cannot call this.'
    : `A personal access token needs the scope${needed.length > 1 ? 's' : ''} ${needed.map((scope) => `\`${scope}\``).join(' and ')}.`;
