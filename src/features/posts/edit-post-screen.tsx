import { trpc } from '#src/app/api.ts';
import { failureOf, isAbsent } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { useDraft } from '#src/local/engine/use-draft.ts';
import { texts } from './post-form.texts.ts';
import { draftKeyOf, type PostFormValues } from './post-form.ts';
import { PostFormScreen } from './post-form-screen.tsx';
import { PostNotAvailable } from './post-not-available.tsx';

/** One's own post, to be changed. */
export function EditPostScreen({ postId }: { postId: string }) {
  const user = useUser();
  // Never from a cache: what is sent back is the whole post.
  const post = trpc.posts.byId.useQuery(
    { id: postId },
    { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const draftKey = draftKeyOf(postId);
  const draft = useDraft<Partial<PostFormValues>>(draftKey);

  if (post.isPending || draft.isLoading) return <SkeletonForm label={texts.editPost.loadingThePost} />;
  if (post.isError) {
    if (!isAbsent(post.error))
      return <ErrorState message={failureOf(post.error).message} onRetry={() => void post.refetch()} />;
    return <PostNotAvailable />;
  }
  if (post.data.creatorId !== user?._id) return <PostNotAvailable />;
  return (
    <PostFormScreen
      key={postId}
      postType={post.data.postType}
      post={post.data}
      kept={draft.values}
      draftKey={draftKey}
    />
  );
}
