import { createFileRoute } from '@tanstack/react-router';
import { requireGuest } from '#src/app/guards.ts';
import { ResetPasswordScreen } from '#src/features/accounts/reset-password-screen.tsx';

export const Route = createFileRoute('/user/reset-password/$token')({
  beforeLoad: requireGuest,
  component: function ResetPassword() {
    return <ResetPasswordScreen token={Route.useParams().token} />;
  },
});
