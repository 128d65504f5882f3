import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp, Newspaper } from 'lucide-react';
import { Fragment, memo, type ReactNode, Suspense, useEffect } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { lastPart, optionalPart } from '#src/app/late-part.tsx';
import { Button } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { NotRefreshed } from '#src/components/not-refreshed.tsx';
import { SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { FollowSlot, PassOnSlot } from '#src/entities/action-slots.tsx';
import { PostCard } from '#src/entities/post-card.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { useCommitted } from '#src/entities/use-committed.tsx';
import { wholeName } from '#src/lib/shown-name.ts';
import { useOnline } from '#src/lib/use-online.ts';
import { usualKilometers } from '#src/lib/usual-distance.ts';
import {
  countFeed,
  type Feed,
  type FeedItem,
  feedPageSize,
  newestFeedKey,
  pullFeed,
  readFeed,
  refreshFeed,
} from '#src/local/collections/feed.ts';
import { useShownPost } from '#src/local/collections/use-shown-post.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { useScheduling } from '#src/local/use-scheduling.ts';
import { feedShownKey } from './feed-loader.ts';
import { texts } from './feed-screen.texts.ts';

const SuggestedOrganizations = lastPart(
  async () => (await import('./suggested-organizations.tsx')).SuggestedOrganizations,
);

const NearbyPosts = optionalPart(async () => (await import('./nearby-posts.tsx')).NearbyPosts);

/** After how many posts the suggestions stand, where there is no room beside the feed. */
const suggestionsAfter = 3;

interface FeedScreenProps {
  /** What the device has, as the route read it before the first paint. */
  initial: Feed | undefined;
  /** What is still open of setting up the account. May be lazy. */
  checklist: ReactNode;
  /** Around where public posts are shown instead, as `writeNear` writes it. */
  nearby: string | undefined;
}

/** Lists posts of followed organizations, newest first: cached ones at once, then fetched ones. */
export function FeedScreen({ initial, checklist, nearby }: FeedScreenProps) {
  const isNearby = nearby !== undefined;
  const [limit, setLimit] = useShown();
  const feed = useLocal((db, userId) => readFeed(db, userId, limit), [limit], initial);
  const newest = useQuery({ queryKey: newestFeedKey, queryFn: refreshFeed });
  const older = useMutation({
    mutationFn: async () => {
      const db = localDatabase();
      if (!db || !feed) return;
      const failure = await pullOlder(feed.next);
      // What the device has is shown even where the server cannot be reached.
      const hasMore = (await countFeed(db)) > limit;
      if (hasMore) setLimit(limit + feedPageSize);
      else if (failure) throw failure;
    },
  });

  const { refetch } = newest;
  useEffect(() => {
    if (feed?.isIncomplete) void refetch();
  }, [feed?.isIncomplete, refetch]);

  // Without a network a query neither succeeds nor fails: it waits.
  const hasFailed = newest.isError || newest.isPaused;
  const isOnline = useOnline();

  async function showNewest() {
    await newest.refetch();
    window.scrollTo({ top: 0 });
  }

  const suggestions = (
    <div className="flex flex-col gap-4">
      <Suspense>{checklist}</Suspense>
      <Suspense>
        <SuggestedOrganizations />
      </Suspense>
    </div>
  );
  const skeletonOf = (label: string) => <SkeletonList label={label} count={3} item={<PostCardSkeleton />} />;
  const nearbyPosts = (
    <Suspense fallback={skeletonOf(texts.loadingNearby)}>
      <NearbyPosts nearby={nearby} />
    </Suspense>
  );
  return (
    <div className="mx-auto flex max-w-reading justify-center gap-8 xl:max-w-none">
      <Title>{texts.feed}</Title>
      <section aria-labelledby="feed" className="flex min-w-0 max-w-reading flex-1 flex-col gap-4">
        <h1 id="feed" className="sr-only">
          {texts.feed}
        </h1>
        <FeedSwitch isNearby={isNearby} />
        {!isNearby && feed?.hasNewer && (
          <NewerPosts isLoading={newest.isFetching} onShow={() => void showNewest()} />
        )}
        {!isNearby && feed?.savedAt && (hasFailed || !isOnline) && (
          <NotRefreshed
            saved={feed.savedAt}
            isRetrying={newest.fetchStatus === 'fetching'}
            onRetry={() => void newest.refetch()}
          />
        )}
        {isNearby ? (
          nearbyPosts
        ) : !feed?.savedAt ? (
          hasFailed ? (
            <ErrorState
              message={failureOf(newest.error).message}
              retrying={newest.isFetching}
              onRetry={() => void newest.refetch()}
            />
          ) : (
            skeletonOf(texts.loading)
          )
        ) : feed.items.length === 0 ? (
          <>
            <EmptyState icon={<Newspaper />} title={texts.empty} hint={texts.hint} />
            <div className="xl:hidden">{suggestions}</div>
            <h2 className="mt-2 font-bold text-xl">{texts.nearby}</h2>
            {nearbyPosts}
          </>
        ) : (
          <>
            {feed.items.map((item, index) => (
              <Fragment key={item.post._id}>
                {index === suggestionsAfter && <div className="xl:hidden">{suggestions}</div>}
                <FeedPost item={item} />
              </Fragment>
            ))}
            <LoadMore
              things={texts.things}
              isComplete={feed.isComplete}
              isLoading={older.isPending || feed.limit < limit}
              hasFailed={older.isError}
              onLoad={() => older.mutate()}
            />
          </>
        )}
      </section>
      <aside
        aria-label={texts.suggestions}
        className="sticky top-22 hidden w-80 shrink-0 self-start xl:block"
      >
        {suggestions}
      </aside>
    </div>
  );
}

/** Switches between the posts of whom the user follows and those near a place. */
function FeedSwitch({ isNearby }: { isNearby: boolean }) {
  return (
    <nav aria-label={texts.posts} className="-mb-2 flex gap-1">
      {[false, true].map((leadsNearby) => (
        <ButtonLink
          key={String(leadsNearby)}
          to="/"
          search={leadsNearby ? { nearby: usualNear } : {}}
          activeOptions={{ exact: true, includeSearch: true }}
          variant={leadsNearby === isNearby ? 'soft' : 'quiet'}
          size="sm"
          aria-current={leadsNearby === isNearby ? 'page' : undefined}
        >
          {leadsNearby ? texts.nearby : texts.following}
        </ButtonLink>
      ))}
    </nav>
  );
}

/** What the switch leads to: the usual distance from the user's own address. What writes other distances loads later. */
const usualNear = `${usualKilometers}km`;

/** Fetches the next page; returns the error, if any. */
async function pullOlder(next: string | null | undefined): Promise<unknown> {
  const db = localDatabase();
  if (!db || !next) return undefined;
  return pullFeed(db, next).catch((error: unknown) => error);
}

/** How many posts are shown: remembered while the feed is away, so that Back finds its place. */
function useShown(): [number, (shown: number) => void] {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: feedShownKey,
    queryFn: () => feedPageSize,
    initialData: feedPageSize,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return [data, (shown) => queryClient.setQueryData(feedShownKey, shown)];
}

const FeedPost = memo(function FeedPost({ item }: { item: FeedItem }) {
  const post = useShownPost(item.post);
  const onSchedule = useScheduling({ ...post, follows: item.follows });
  const [showCommitted, committed] = useCommitted(post._id);
  return (
    <>
      <PostCard
        post={post}
        onSchedule={onSchedule}
        onShow={showCommitted}
        passOn={<PassOnSlot post={post} />}
        action={
          <FollowSlot
            userId={post.creatorId}
            name={wholeName(post.organizationName, 'organization')}
            follows={item.follows}
          />
        }
        onSay={(interest, on) =>
          tryMutate({ name: 'say', input: { postId: post._id, interest, on }, about: post.title })
        }
      />
      {committed}
    </>
  );
});

function NewerPosts({ isLoading, onShow }: { isLoading: boolean; onShow: () => void }) {
  return (
    // Laid over the feed: nothing moves when it comes and goes.
    <div role="status" className="sticky top-20 z-20 -mb-4 flex h-0 justify-center">
      <Button size="sm" className="rounded-full shadow-float" loading={isLoading} onClick={onShow}>
        <ArrowUp aria-hidden />
        {texts.newer}
      </Button>
    </div>
  );
}
