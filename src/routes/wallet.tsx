import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { WalletScreen } from '#src/features/wallet/wallet-screen.tsx';

export const Route = createFileRoute('/wallet')({
  beforeLoad: requireSignedIn,
  component: WalletScreen,
});
