import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { postTypes } from '#server/posts/post-rules.schema.ts';
import { requireSignedIn } from '#src/app/guards.ts';
import { CreatePostScreen } from '#src/features/posts/create-post-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/post/$orgId/create')({
  validateSearch: z.object({ postType: z.enum(postTypes).optional().catch(undefined) }),
  beforeLoad: requireSignedIn,
  component: function CreatePost() {
    return (
      <ForRole role="organization">
        <CreatePostScreen postType={Route.useSearch().postType} />
      </ForRole>
    );
  },
});
