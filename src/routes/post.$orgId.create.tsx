import { createFileRoute } from '@tanstack/react-router';
import { type PostType, postTypes } from '#server/posts/post-rules.schema.ts';
import { requireSignedIn } from '#src/app/guards.ts';
import { CreatePostScreen } from '#src/features/posts/create-post-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const Route = createFileRoute('/post/$orgId/create')({
  validateSearch: (search: Record<string, unknown>): { postType?: PostType; about?: string } => {
    const postType = postTypes.find((type) => type === search['postType']);
    const about = String(search['about'] ?? '');
    return { ...(postType && { postType }), ...(isId.test(about) && { about }) };
  },
  beforeLoad: requireSignedIn,
  component: function CreatePost() {
    return (
      <ForRole role="organization">
        <CreatePostScreen {...Route.useSearch()} />
      </ForRole>
    );
  },
});
