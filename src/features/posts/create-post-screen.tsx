import { useNavigate } from '@tanstack/react-router';
import type { PostType } from '#server/posts/post-rules.schema.ts';
import { useUser } from '#src/app/session.ts';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { Title } from '#src/components/title.tsx';
import { useDraft } from '#src/local/engine/use-draft.ts';
import type { PostFormValues } from './post-form.ts';
import { PostFormScreen } from './post-form-screen.tsx';
import { TypePicker } from './type-picker.tsx';

/** A new post: first its type, then the form. */
export function CreatePostScreen({ postType }: { postType: PostType | undefined }) {
  const user = useUser();
  const navigate = useNavigate();
  const draftKey = `new-post:${postType ?? ''}`;
  const draft = useDraft<PostFormValues>(draftKey);

  if (postType === undefined)
    return (
      <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
        <Title>Create Post</Title>
        <h1 className="font-bold text-2xl">Create Post</h1>
        <p className="text-muted">What is it about?</p>
        <TypePicker
          onPick={(picked) =>
            void navigate({
              to: '/post/$orgId/create',
              params: { orgId: user?._id ?? '' },
              search: { postType: picked },
            })
          }
        />
      </div>
    );
  if (draft.isLoading) return <SkeletonForm label="Loading the form" />;
  return <PostFormScreen key={postType} postType={postType} kept={draft.values} draftKey={draftKey} />;
}
