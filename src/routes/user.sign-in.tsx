import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { requireGuest } from '#src/app/guards.ts';
import { SignInScreen } from '#src/features/accounts/sign-in-screen.tsx';

export const Route = createFileRoute('/user/sign-in')({
  validateSearch: z.object({ next: z.string().optional().catch(undefined) }),
  beforeLoad: requireGuest,
  component: function SignIn() {
    return <SignInScreen next={Route.useSearch().next} />;
  },
});
