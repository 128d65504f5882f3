import { keepPreviousData } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { type RouterInputs, type RouterOutputs, trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useMapStyle } from '#src/app/use-map-style.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { Link } from '#src/components/link.tsx';
import { PointsMap } from '#src/components/map/map.tsx';
import { toronto, zooms } from '#src/components/map/map-defaults.ts';
import { PostTypeBadge } from '#src/components/post-type-badge.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';

type Point = RouterOutputs['posts']['points']['points'][number];

/** The posts that have a place, on a map. */
export function PostMap({ filters }: { filters: RouterInputs['posts']['points']['filters'] }) {
  const found = trpc.posts.points.useQuery({ filters }, { placeholderData: keepPreviousData });
  const { isKnown, styleUrl } = useMapStyle();
  const points = useMemo(
    () => found.data?.points.map((point) => ({ ...point, id: point._id, label: point.title })) ?? [],
    [found.data],
  );
  if (found.isError && !found.data)
    return (
      <ErrorState
        title="Error loading maps"
        message={failureOf(found.error).message}
        retrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  if (!found.data || !isKnown) return <Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />;
  if (points.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No Posts Found"
        hint="Only posts that say where they take place can be on the map."
      />
    );
  return (
    <div className="flex flex-col gap-2">
      <PointsMap
        label="Map of posts"
        things="posts"
        points={points}
        renderPoint={(point) => <PointCard point={point} />}
        start={{ ...toronto, zoom: zooms.posts }}
        styleUrl={styleUrl}
      />
      <p role="status" className="text-muted text-sm">
        {found.data.isComplete
          ? `${points.length} posts with a place`
          : `The ${points.length} newest posts with a place`}
      </p>
    </div>
  );
}

function PointCard({ point }: { point: Point }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <PostTypeBadge type={point.postType} />
      <Link
        to="/post/$postType/details/$postId"
        params={{ postType: point.postType, postId: point._id }}
        variant="quiet"
        className="font-semibold wrap-anywhere"
      >
        {point.title}
      </Link>
      <p className="text-muted text-sm">{point.organizationName}</p>
      <p className="text-muted text-sm">{point.fullAddress}</p>
    </div>
  );
}
