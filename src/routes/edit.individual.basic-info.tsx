import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { BasicInfoScreen } from '#src/features/profiles/basic-info-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/edit/individual/basic-info')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="individual">
      <BasicInfoScreen />
    </ForRole>
  ),
});
