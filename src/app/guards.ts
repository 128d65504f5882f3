import { redirect } from '@tanstack/react-router';
import { toast } from '#src/components/toast.ts';
import type { SessionState } from './session.ts';
import * as texts from './texts.ts';

/** What routes get to decide with. */
export interface RouterContext {
  session: () => SessionState;
}

interface GuardArguments {
  context: RouterContext;
  location: { href: string };
  cause: 'enter' | 'preload' | 'stay';
}

/** For signed-in users: visitors are sent to sign in, and come back afterwards. */
export function requireSignedIn({ context, location }: GuardArguments): void {
  if (context.session().status === 'signed-out')
    throw redirect({ to: '/user/sign-in', search: { next: location.href }, replace: true });
}

/** For visitors: who is signed in already is sent home, with a notice unless they have signed in here just now. */
export function requireGuest({ context, cause }: GuardArguments): void {
  if (context.session().status === 'signed-out') return;
  if (cause === 'enter') toast.failed(texts.alreadySignedIn, { id: 'already-signed-in' });
  throw redirect({ to: '/', replace: true });
}
