import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { SuggestionsScreen } from '#src/features/profiles/suggestions-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/complete/individual/suggestions')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="individual">
      <SuggestionsScreen
        followButton={({ _id, name, follows }) => <FollowButton userId={_id} name={name} follows={follows} />}
      />
    </ForRole>
  ),
});
