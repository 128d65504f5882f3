import { createFileRoute } from '@tanstack/react-router';
import { requireGuest } from '#src/app/guards.ts';
import { SignUpScreen } from '#src/features/accounts/sign-up-screen.tsx';

export const Route = createFileRoute('/user/sign-up')({
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' ? { next } : {},
  beforeLoad: requireGuest,
  component: function SignUp() {
    return <SignUpScreen next={Route.useSearch().next} />;
  },
});
