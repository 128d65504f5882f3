import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { bearerToken } from '#src/app/bearer-token.ts';
import { intents, isAddressHere } from '#src/app/intent.ts';
import { session } from '#src/app/session.ts';
import { toast } from '#src/components/toast.ts';
import * as texts from './texts.ts';

interface SignedIn {
  token: string;
  user: CurrentUser;
}

/**
 * Signs in or up, and makes this device the user's. Rejects where the server rejects.
 * @param next the address to come back to, with what was meant to be done there
 */
export async function signInWith(ask: () => Promise<SignedIn>, next?: string): Promise<SignedIn> {
  // Of the local database, which the session needs in any case.
  const { owedSignOut } = await import('#src/local/engine/owed-sign-out.ts');
  return owedSignOut.whileSilent(async () => {
    const answer = await ask();
    bearerToken.keep(answer.token);
    await session.prepare();
    intents.claim(answer.user._id, next);
    session.begin(answer.user);
    toast.success(texts.welcome);
    return answer;
  });
}

/** Where a user goes after signing in: back to where they wanted to be, or home. */
export function homeOf(user: CurrentUser, next?: string): string {
  if (next !== undefined && isAddressHere(next)) return next;
  return user.userType === 'organization' ? '/dashboard' : '/';
}
