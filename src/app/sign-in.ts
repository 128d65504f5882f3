import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { toast } from '#src/components/toast.ts';
import { bearerToken } from './bearer-token.ts';
import { session } from './session.ts';

/** Makes this device the user's, after the server said so. */
export function acceptSignIn({ token, user }: { token: string; user: CurrentUser }): void {
  bearerToken.keep(token);
  session.begin(user);
  toast.success('Welcome to Gatherwell');
}

/** Where a user goes after signing in: back to where they wanted to be, or home. */
export function homeOf(user: CurrentUser, next?: string): string {
  if (next?.startsWith('/') && !next.startsWith('//')) return next;
  return user.userType === 'organization' ? '/dashboard' : '/';
}
