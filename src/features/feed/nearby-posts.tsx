import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MapPin, Newspaper } from 'lucide-react';
import { useState } from 'react';
import { api, trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { NearFields } from '#src/app/near-fields.tsx';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { MorePages } from '#src/components/paged-list.tsx';
import { SkeletonList } from '#src/components/skeleton.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { PostWithDistance } from '#src/entities/post-with-distance.tsx';
import { type NearPlace, nearOf, parseNear, unplaced, writeNear } from '#src/lib/near.ts';
import { usualKilometers } from '#src/lib/usual-distance.ts';
import { keepPosts } from '#src/local/collections/posts.ts';
import { texts as feedTexts } from './feed-screen.texts.ts';
import { texts } from './texts.ts';

/** How many posts come at a time. */
const pageSize = 10;

/** In the address: at any distance. */
const anywhere = 'anywhere';

/**
 * Lists public posts near a place, the nearest first, those that have ended last. Without a place, and where the account
 * has no address: those of everywhere, the newest first.
 */
export function NearbyPosts({ nearby }: { nearby: string | undefined }) {
  const user = useUser();
  const navigate = useNavigate();
  const [isPicking, setIsPicking] = useState(false);
  const wanted =
    nearby === anywhere ? undefined : (parseNear(nearby ?? '') ?? { kilometers: usualKilometers });
  const needsAddress = wanted !== undefined && !wanted.at;
  const info = trpc.profiles.basicInfo.useQuery(
    { id: user?._id ?? '' },
    { enabled: user !== undefined && needsAddress },
  );
  const address = info.data?.address ?? {};
  const hasAddress = 'latitude' in address && address.latitude !== undefined;
  const near = needsAddress && !hasAddress ? undefined : wanted;
  const filters = near ? { near: nearOf(near) } : {};
  const posts = useInfiniteQuery({
    queryKey: ['posts', 'nearby', filters],
    queryFn: ({ pageParam: cursor }) =>
      keepPosts(() => api.posts.list.query({ filters, limit: pageSize, cursor })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    enabled: !needsAddress || info.isFetched,
  });
  const items = posts.data?.pages.flatMap((page) => page.items);
  const choose = (next: NearPlace | typeof unplaced | undefined) =>
    next !== unplaced &&
    void navigate({ to: '/', search: { nearby: next ? writeNear(next) : anywhere }, replace: true });
  return (
    <>
      <div className="flex flex-col gap-2">
        <Button
          variant="quiet"
          size="sm"
          className="h-auto min-h-control-sm self-start whitespace-normal text-left"
          aria-expanded={isPicking}
          onClick={() => setIsPicking(!isPicking)}
        >
          <MapPin aria-hidden />
          {textOf(near)}
        </Button>
        {isPicking && <NearFields value={near} onValueChange={choose} />}
      </div>
      <ListStates
        query={posts}
        isLoaded={items !== undefined}
        problem={failureOf(posts.error).message}
        skeleton={<SkeletonList label={feedTexts.loadingNearby} count={3} item={<PostCardSkeleton />} />}
      >
        {items?.length ? (
          <>
            {items.map((post) => (
              <PostWithDistance key={post._id} post={post} />
            ))}
            <MorePages things={texts.nearbyPosts.thingsPosts} query={posts} />
          </>
        ) : (
          <EmptyState
            icon={<Newspaper />}
            title={texts.nearbyPosts.noPosts}
            hint={texts.nearbyPosts.noPostsHint}
            action={
              !isPicking && (
                <Button onClick={() => setIsPicking(true)}>{texts.nearbyPosts.chooseAPlace}</Button>
              )
            }
          />
        )}
      </ListStates>
    </>
  );
}

/** What is listed; it opens the choice of another place. */
function textOf(near: NearPlace | undefined): string {
  if (!near) return texts.nearbyPosts.everywhere;
  return texts.nearbyPosts.within(near.kilometers, near.at?.label ?? texts.nearbyPosts.yourAddress);
}
