import { redirect } from '@tanstack/react-router';
import { toast } from '#src/components/toast.ts';
import type { SessionState } from './session.ts';

/** What routes get to decide with. */
export interface RouterContext {
  session: () => SessionState;
}

interface GuardArguments {
  context: RouterContext;
  location: { href: string };
  preload: boolean;
}

/** For signed-in users: visitors are sent to sign in, and come back afterwards. */
export function requireSignedIn({ context, location }: GuardArguments): void {
  if (context.session().status === 'signed-out')
    throw redirect({ to: '/user/sign-in', search: { next: location.href }, replace: true });
}

/** For visitors: who is signed in already sees a notice and is sent home. */
export function requireGuest({ context, preload }: GuardArguments): void {
  if (context.session().status === 'signed-out') return;
  if (!preload) toast.failed('Your are already logged in', { id: 'already-signed-in' });
  throw redirect({ to: '/', replace: true });
}
