import { createFileRoute } from '@tanstack/react-router';
import { requireGuest } from '#src/app/guards.ts';
import { SignInScreen } from '#src/features/accounts/sign-in-screen.tsx';

export const Route = createFileRoute('/user/sign-in')({
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' ? { next } : {},
  beforeLoad: requireGuest,
  component: function SignIn() {
    return <SignInScreen next={Route.useSearch().next} />;
  },
});
