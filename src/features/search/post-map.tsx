import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RouterInputs, type RouterOutputs, trpc } from '#src/app/api.ts';
import { Link } from '#src/components/link.tsx';
import { PostTypeBadge } from '#src/entities/post-type-badge.tsx';
import { shownName } from '#src/lib/shown-name.ts';
import { FoundMap } from './found-map.tsx';

type Point = RouterOutputs['posts']['points']['points'][number];

/** The posts that have a place, on a map. */
export function PostMap({ filters }: { filters: RouterInputs['posts']['points']['filters'] }) {
  const found = trpc.posts.points.useQuery({ filters }, { placeholderData: keepPreviousData });
  const points = useMemo(
    () => found.data?.points.map((point) => ({ ...point, id: point._id, label: point.title })) ?? [],
    [found.data],
  );
  return (
    <FoundMap of="posts" query={found} points={points} renderPoint={(point) => <PointCard point={point} />} />
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
        dir="auto"
      >
        {point.title}
      </Link>
      <p dir="auto" className="text-muted text-sm">
        {shownName(point.organizationName, 'organization')}
      </p>
      <p className="text-muted text-sm">{point.fullAddress}</p>
    </div>
  );
}
