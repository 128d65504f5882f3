import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  Eye,
  type LucideIcon,
  Plus,
  SquarePen,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { PostView } from '#server/posts/posts.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Button, IconButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { ButtonLink, IconLink, Link } from '#src/components/link.tsx';
import { PostTypeBadge } from '#src/components/post-type-badge.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { PersonRowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { toast } from '#src/components/toast.tsx';

const states = {
  published: { label: 'Published', icon: CircleCheck, tone: 'text-success-ink' },
  scheduled: { label: 'Scheduled', icon: CalendarClock, tone: 'text-accent-ink' },
  unpublished: { label: 'Unpublished', icon: CircleDashed, tone: 'text-muted' },
} satisfies Record<string, { label: string; icon: LucideIcon; tone: string }>;

const stateOf = (post: PostView) =>
  states[post.isActive ? 'published' : post.scheduledPublish ? 'scheduled' : 'unpublished'];

/** All posts of one's organization, drafts included. */
export function ManagePostsScreen() {
  const user = useUser();
  const organizationId = user?._id ?? '';
  const posts = trpc.posts.list.useInfiniteQuery(
    { filters: { creatorId: organizationId, isActive: null }, limit: 30 },
    { getNextPageParam: (page) => page.cursor, enabled: user !== undefined },
  );
  const [deleting, setDeleting] = useState<PostView>();
  const items = posts.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <Title>Posts</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">Posts</h1>
        <ButtonLink to="/post/$orgId/create" params={{ orgId: organizationId }} search={{}}>
          <Plus /> Create Post
        </ButtonLink>
      </header>
      {posts.isPending && <SkeletonList label="Loading your posts" count={6} item={<PersonRowSkeleton />} />}
      {posts.isError && (
        <ErrorState
          message={failureOf(posts.error).message}
          retrying={posts.isFetching}
          onRetry={() => void posts.refetch()}
        />
      )}
      {posts.isSuccess && items.length === 0 && (
        <EmptyState
          title="No Posts Found"
          hint="Tell your community what you are doing: your followers see it at once."
          action={
            <ButtonLink to="/post/$orgId/create" params={{ orgId: organizationId }} search={{}}>
              Create Post
            </ButtonLink>
          }
        />
      )}
      {items.length > 0 && (
        <Card padding="none">
          <ul className="divide-y divide-line">
            {items.map((post) => (
              <PostRow key={post._id} post={post} onDelete={() => setDeleting(post)} />
            ))}
          </ul>
        </Card>
      )}
      {posts.hasNextPage && (
        <Button
          variant="secondary"
          className="self-center"
          loading={posts.isFetchingNextPage}
          onClick={() => void posts.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <DeletePostDialog post={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}

function PostRow({ post, onDelete }: { post: PostView; onDelete: () => void }) {
  const { label, icon: Icon, tone } = stateOf(post);
  const link = { postType: post.postType, postId: post._id };
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <Icon role="img" aria-label={label} className={`size-5 shrink-0 ${tone}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link
          to="/post/$postType/details/$postId"
          params={link}
          variant="quiet"
          className="truncate font-semibold"
        >
          {post.title}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <PostTypeBadge type={post.postType} />
          <span>{label}</span>
          <RelativeTime time={post.publishedAt ?? post.createdAt} />
        </span>
      </div>
      <span className="flex shrink-0">
        <IconLink
          label={`View ${post.title}`}
          to="/post/$postType/details/$postId"
          params={link}
          className="max-sm:hidden"
        >
          <Eye />
        </IconLink>
        <IconLink
          label={`Edit ${post.title}`}
          to="/post/$orgId/edit/$postId"
          params={{ orgId: post.creatorId, postId: post._id }}
        >
          <SquarePen />
        </IconLink>
        <IconButton label={`Delete ${post.title}`} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </span>
    </li>
  );
}

function DeletePostDialog({ post, onClose }: { post: PostView | undefined; onClose: () => void }) {
  const utils = trpc.useUtils();
  const remove = trpc.posts.remove.useMutation();
  return (
    <ConfirmDialog
      open={post !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Delete this post?"
      description={`“${post?.title ?? ''}” is deleted for everybody, with all that was said to it.`}
      confirmLabel="Delete"
      onConfirm={async () => {
        if (!post) return;
        try {
          await remove.mutateAsync({ id: post._id });
          await utils.posts.invalidate();
          toast.success('Your post is deleted');
        } catch (error) {
          toast.failed(failureOf(error).message, { title: 'Failed' });
          throw error;
        }
      }}
    />
  );
}
