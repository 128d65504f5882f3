import { createFileRoute } from '@tanstack/react-router';
import { type PostType, postTypes } from '#server/posts/post-rules.schema.ts';
import { requireSignedIn } from '#src/app/guards.ts';
import { CreatePostScreen } from '#src/features/posts/create-post-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/post/$orgId/create')({
  validateSearch: (search: Record<string, unknown>): { postType?: PostType } => {
    const postType = postTypes.find((type) => type === search['postType']);
    return postType ? { postType } : {};
  },
  beforeLoad: requireSignedIn,
  component: function CreatePost() {
    return (
      <ForRole role="organization">
        <CreatePostScreen postType={Route.useSearch().postType} />
      </ForRole>
    );
  },
});
