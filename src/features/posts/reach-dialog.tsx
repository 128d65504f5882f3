import { Suspense } from 'react';
import { interestTypes, supportsInterest } from '#server/posts/post-rules.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { texts } from './kept-post.texts.ts';
import { PeopleInDialog } from './people-in-dialog.tsx';

const BarChart = lazyPart(async () => (await import('#src/components/bar-chart.tsx')).BarChart);

/** Whom a post has reached, for its organization: by month, and by name. */
export function ReachDialog({ post, onClose }: { post: PostView; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={texts.reachDialog.viewsAndReactions}
        description={<bdi>{post.title}</bdi>}
        size="sm"
      >
        <div className="flex flex-col gap-5">
          <Statistics post={post} />
          <section aria-labelledby="viewers" className="flex flex-col gap-2">
            <h3 id="viewers" className="font-semibold">
              {texts.reachDialog.viewers}
            </h3>
            <Viewers postId={post._id} />
          </section>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Statistics({ post }: { post: PostView }) {
  const statistics = trpc.posts.statistics.useQuery({ id: post._id }, { gcTime: 0 });
  const interests = interestTypes.filter((interest) => supportsInterest(post.postType, interest));
  const {
    viewerStatisticsOfLastSixMonths: views = [],
    interactionStatisticsOfLastSixMonths: reactions = [],
  } = statistics.data ?? {};
  return (
    <ListStates
      query={statistics}
      isLoaded={statistics.data !== undefined}
      problem={failureOf(statistics.error).message}
      skeleton={<Skeleton className="h-130" />}
    >
      <Suspense fallback={<Skeleton className="h-130" />}>
        <div className="flex flex-col gap-5">
          <BarChart
            title={texts.reachDialog.viewsByMonth}
            dimension={texts.reachDialog.month}
            labels={views.map(({ label }) => label)}
            series={[{ name: texts.reachDialog.views, values: views.map((month) => month.views) }]}
          />
          <BarChart
            title={texts.reachDialog.reactionsByMonth}
            dimension={texts.reachDialog.month}
            labels={reactions.map(({ label }) => label)}
            series={interests.map((interest) => ({
              name: texts.reachDialog.reactions[interest],
              values: reactions.map((month) => month[interest]),
            }))}
          />
        </div>
      </Suspense>
    </ListStates>
  );
}

function Viewers({ postId }: { postId: string }) {
  const viewers = trpc.posts.viewers.useInfiniteQuery(
    { id: postId },
    { getNextPageParam: (page) => page.cursor, gcTime: 0 },
  );
  return (
    <PeopleInDialog
      query={viewers}
      people={viewers.data?.pages
        .flatMap((page) => page.items)
        .map(({ viewer, viewedAt }) => ({ ...viewer, viewedAt }))}
      problem={texts.reachDialog.notFound}
      emptyHint={texts.reachDialog.emptyHint}
      note={({ viewedAt }) => <RelativeTime time={viewedAt} />}
    />
  );
}
