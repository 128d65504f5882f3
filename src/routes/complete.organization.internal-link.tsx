import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { InternalLinkScreen } from '#src/features/profiles/internal-link-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/complete/organization/internal-link')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <InternalLinkScreen step="/complete/organization/internal-link" />
    </ForRole>
  ),
});
