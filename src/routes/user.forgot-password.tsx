import { createFileRoute } from '@tanstack/react-router';
import { requireGuest } from '#src/app/guards.ts';
import { ForgotPasswordScreen } from '#src/features/accounts/forgot-password-screen.tsx';

export const Route = createFileRoute('/user/forgot-password')({
  beforeLoad: requireGuest,
  component: ForgotPasswordScreen,
});
