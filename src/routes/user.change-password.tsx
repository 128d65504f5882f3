import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { ChangePasswordScreen } from '#src/features/accounts/change-password-screen.tsx';
import { RenewAddressHint } from '#src/features/calendar/renew-address-hint.tsx';

export const Route = createFileRoute('/user/change-password')({
  beforeLoad: requireSignedIn,
  component: () => <ChangePasswordScreen afterChange={<RenewAddressHint />} />,
});
