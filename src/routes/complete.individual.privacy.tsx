import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { PrivacyScreen } from '#src/features/profiles/privacy-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/complete/individual/privacy')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="individual">
      <PrivacyScreen step="/complete/individual/privacy" />
    </ForRole>
  ),
});
