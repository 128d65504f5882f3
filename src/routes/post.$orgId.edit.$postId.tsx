import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { EditPostScreen } from '#src/features/posts/edit-post-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/post/$orgId/edit/$postId')({
  beforeLoad: requireSignedIn,
  component: function EditPost() {
    return (
      <ForRole role="organization">
        <EditPostScreen postId={Route.useParams().postId} />
      </ForRole>
    );
  },
});
