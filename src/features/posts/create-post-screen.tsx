import { useNavigate } from '@tanstack/react-router';
import type { PostType } from '#server/posts/post-rules.schema.ts';
import { trpc } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { Title } from '#src/components/title.tsx';
import { useDraft } from '#src/local/engine/use-draft.ts';
import { texts } from './post-form.texts.ts';
import { howItWent, type PostFormValues } from './post-form.ts';
import { PostFormScreen } from './post-form-screen.tsx';
import { TypePicker } from './type-picker.tsx';

interface CreatePostScreenProps {
  postType?: PostType | undefined;
  /** The id of the organization's own post that this one tells about. */
  about?: string | undefined;
}

/** A new post: first its type, then the form. */
export function CreatePostScreen({ postType, about }: CreatePostScreenProps) {
  const user = useUser();
  const navigate = useNavigate();
  // What tells about another post is not the draft of any post.
  const draftKey = `new-post:${postType ?? ''}${about === undefined ? '' : `:${about}`}`;
  const draft = useDraft<PostFormValues>(draftKey);
  const told = trpc.posts.byId.useQuery({ id: about ?? '' }, { enabled: about !== undefined });

  if (postType === undefined)
    return (
      <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
        <Title>{texts.createPost.createPost}</Title>
        <h1 className="font-bold text-2xl">{texts.createPost.createPost}</h1>
        <p className="text-muted">{texts.createPost.whatIsItAbout}</p>
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
  // Without the other post, or a connection, the form is blank.
  if (draft.isLoading || (about !== undefined && told.isLoading && !told.isPaused))
    return <SkeletonForm label={texts.createPost.loadingTheForm} />;
  const kept = draft.values ?? (told.data?.creatorId === user?._id ? howItWent(told.data) : undefined);
  return <PostFormScreen key={draftKey} postType={postType} kept={kept} draftKey={draftKey} />;
}
