import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { ForRole } from '#src/features/shell/for-role.tsx';
import type { LoginAddress } from '#src/features/social-media/returned-login.ts';
import { SocialMediaScreen } from '#src/features/social-media/social-media-screen.tsx';

export const Route = createFileRoute('/edit/organization/social-media')({
  // What logins bring back stays in the address until the screen has read it.
  validateSearch: (found): LoginAddress => found,
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <SocialMediaScreen />
    </ForRole>
  ),
});
