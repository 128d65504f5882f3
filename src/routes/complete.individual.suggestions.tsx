import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { SuggestionsScreen } from '#src/features/profiles/suggestions-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/complete/individual/suggestions')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="individual">
      <SuggestionsScreen />
    </ForRole>
  ),
});
