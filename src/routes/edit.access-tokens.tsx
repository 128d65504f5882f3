import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { AccessTokensScreen } from '#src/features/access-tokens/access-tokens-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/edit/access-tokens')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role={['individual', 'organization']}>
      <AccessTokensScreen />
    </ForRole>
  ),
});
