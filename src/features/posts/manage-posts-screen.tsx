import { useQueryClient } from '@tanstack/react-query';
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
import { isolate } from '#server/isolate.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { PagedResults } from '#src/app/paged-results.tsx';
import { useUser } from '#src/app/session.ts';
import { IconButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { ButtonLink, IconLink, Link } from '#src/components/link.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { Select } from '#src/components/select.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { Title } from '#src/components/title.tsx';
import { toast } from '#src/components/toast.ts';
import { postTypes } from '#src/entities/post-type.ts';
import { PostTypeBadge } from '#src/entities/post-type-badge.tsx';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { postDates } from '#src/lib/post-dates.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { useKeptPost } from '#src/local/collections/use-kept-post.ts';
import { usePostPages } from '#src/local/collections/use-post-pages.ts';
import { deletionAtNetworks } from './at-networks.ts';
import { ExportPosts } from './export-posts.tsx';
import { type ManageAddress, type ManageFilters, type PostState, postStates } from './manage-filters.ts';
import { ManageTabs } from './manage-tabs.tsx';
import { NetworkStatuses } from './network-statuses.tsx';
import { texts } from './texts.ts';

const states: Record<PostState, { label: string; icon: LucideIcon; tone: string }> = {
  published: { label: texts.managePosts.published, icon: CircleCheck, tone: 'text-success-ink' },
  scheduled: { label: texts.managePosts.scheduled, icon: CalendarClock, tone: 'text-accent-ink' },
  unpublished: { label: texts.managePosts.unpublished, icon: CircleDashed, tone: 'text-muted' },
};

const stateOf = (post: Pick<PostView, 'isActive' | 'scheduledPublish'>): PostState =>
  post.isActive ? 'published' : post.scheduledPublish ? 'scheduled' : 'unpublished';

/** How long typing pauses before a title is looked for, in milliseconds. */
const pause = 300;

interface ManagePostsScreenProps {
  address: ManageAddress;
  onFiltersChange: (filters: ManageFilters) => void;
}

/** All posts of one's organization, drafts included. */
export function ManagePostsScreen({ address, onFiltersChange }: ManagePostsScreenProps) {
  const { page, cursor, ...filters } = address;
  const organizationId = useUser()?._id ?? '';
  const title = useDebounced(filters.title, pause);
  const posts = usePostPages(
    toPostFilter({ ...filters, ...(title === undefined ? {} : { title }) }, organizationId),
    { page, cursor },
    organizationId !== '',
  );
  const [deleting, setDeleting] = useState<PostView>();
  const createPost = (
    <ButtonLink to="/post/$orgId/create" params={{ orgId: organizationId }} search={{}}>
      <Plus aria-hidden /> {texts.managePosts.createPost}
    </ButtonLink>
  );

  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <Title>{texts.managePosts.posts}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">{texts.managePosts.posts}</h1>
        <div className="flex flex-wrap justify-end gap-2">
          <ExportPosts />
          {createPost}
        </div>
      </header>
      <ManageTabs />
      <Filters filters={filters} onChange={onFiltersChange} />
      <PagedResults
        thing={texts.managePosts.thingPost}
        emptyText={texts.managePosts.noPost}
        emptyHint={texts.managePosts.noPostHint}
        emptyAction={createPost}
        query={posts}
        isFiltered={Object.keys(filters).length > 0}
        onReset={() => onFiltersChange({})}
        renderPageLink={(place, props) => (
          <Link {...props} variant="bare" to="/post/manage" search={{ ...filters, ...place }} />
        )}
        skeleton={
          <Card padding="none" className="px-4 py-1 sm:px-5">
            <SkeletonList
              label={texts.managePosts.loadingYourPosts}
              count={6}
              item={<RowSkeleton />}
              className="gap-0"
            />
          </Card>
        }
      >
        {(items) => (
          <Card padding="none">
            <ul className="divide-y divide-line">
              {items.map((post) => (
                <PostRow key={post._id} fetched={post} onDelete={setDeleting} />
              ))}
            </ul>
          </Card>
        )}
      </PagedResults>
      <DeletePostDialog post={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}

/** Returns the filters as the server takes them. */
function toPostFilter({ state, postType, title }: ManageFilters, creatorId: string) {
  return {
    creatorId,
    isActive: state === undefined ? null : state === 'published',
    ...(state !== undefined && state !== 'published' && { scheduledPublish: state === 'scheduled' }),
    ...(postType && { postTypes: [postType] }),
    ...(title && { title }),
  };
}

const any = 'any';

function Filters({
  filters,
  onChange,
}: {
  filters: ManageFilters;
  onChange: (filters: ManageFilters) => void;
}) {
  const { state, postType, title = '' } = filters;
  /** The filters with one of them changed; without it where it is empty. */
  const change = <Name extends keyof ManageFilters>(name: Name, value: ManageFilters[Name] | undefined) => {
    const { [name]: _, ...others } = filters;
    onChange(value ? { ...others, [name]: value } : others);
  };
  return (
    <search aria-label={texts.managePosts.yourPosts} className="grid gap-3 sm:grid-cols-3">
      <TextField
        label={texts.managePosts.title}
        type="search"
        value={title}
        onChange={(event) => change('title', event.currentTarget.value)}
      />
      <Select
        label={texts.managePosts.type}
        value={postType ?? any}
        options={[
          { value: any, label: texts.managePosts.allTypes },
          ...Object.entries(postTypes).map(([value, { label }]) => ({ value, label })),
        ]}
        onValueChange={(value) =>
          change(
            'postType',
            (Object.keys(postTypes) as (keyof typeof postTypes)[]).find((one) => one === value),
          )
        }
      />
      <Select
        label={texts.managePosts.status}
        value={state ?? any}
        options={[
          { value: any, label: texts.managePosts.allStatuses },
          ...postStates.map((value) => ({ value, label: states[value].label })),
        ]}
        onValueChange={(value) =>
          change(
            'state',
            postStates.find((one) => one === value),
          )
        }
      />
    </search>
  );
}

/** A post of the list, as the device knows it: a scheduled one that goes out shows so at once. */
function PostRow({ fetched, onDelete }: { fetched: PostView; onDelete: (post: PostView) => void }) {
  const kept = useKeptPost(fetched);
  // Deleted since it was fetched.
  if (kept === null) return null;
  const post = kept ?? fetched;
  const { label, icon: Icon, tone } = states[stateOf(post)];
  const link = { postType: post.postType, postId: post._id };
  return (
    <li className="flex items-center gap-2 px-4 py-3 sm:gap-3 sm:px-5">
      <Icon role="img" aria-label={label} className={`size-5 shrink-0 ${tone}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link
          to="/post/$postType/details/$postId"
          params={link}
          variant="quiet"
          className="truncate font-semibold"
          dir="auto"
        >
          {post.title}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <PostTypeBadge type={post.postType} />
          {post.scheduledPublishDateTime === null ? (
            <>
              <span>{label}</span>
              <RelativeTime time={post.publishedAt ?? post.createdAt} />
            </>
          ) : (
            <span>
              {texts.managePosts.goesOut(
                postDates(post.scheduledPublishDateTime, null, deviceTimeZone()).text,
              )}
            </span>
          )}
        </span>
        <NetworkStatuses post={post} />
      </div>
      <span className="flex shrink-0 max-sm:-mr-2">
        <IconLink
          label={texts.managePosts.viewOf(post.title)}
          to="/post/$postType/details/$postId"
          params={link}
          className="max-sm:hidden"
        >
          <Eye aria-hidden />
        </IconLink>
        <IconLink
          label={texts.managePosts.editOf(post.title)}
          to="/post/$orgId/edit/$postId"
          params={{ orgId: post.creatorId, postId: post._id }}
        >
          <SquarePen aria-hidden />
        </IconLink>
        <IconButton label={texts.managePosts.deleteOf(post.title)} onClick={() => onDelete(post)}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}

function DeletePostDialog({ post, onClose }: { post: PostView | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = trpc.posts.remove.useMutation();
  return (
    <ConfirmDialog
      open={post !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={texts.managePosts.deleteQuestion}
      description={texts.managePosts.deleteHint(
        isolate(post?.title ?? ''),
        post ? deletionAtNetworks(post) : '',
      )}
      confirmLabel={texts.managePosts.delete}
      onConfirm={async () => {
        if (!post) return;
        try {
          await remove.mutateAsync({ id: post._id });
          await queryClient.invalidateQueries({ queryKey: ['posts'] });
          // In place of what was said of the post before, which is no longer true.
          toast.success(texts.managePosts.postDeleted, { id: 'post-saved' });
        } catch (error) {
          toast.failed(failureOf(error).message, { title: texts.managePosts.failed });
          throw error;
        }
      }}
    />
  );
}
