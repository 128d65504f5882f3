import { keepPreviousData } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { type RouterOutputs, trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useMapStyle } from '#src/app/use-map-style.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { Link } from '#src/components/link.tsx';
import { PointsMap } from '#src/components/map/map.tsx';
import { toronto, zooms } from '#src/components/map/map-defaults.ts';
import { Skeleton } from '#src/components/skeleton.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import type { OrganizationFilters } from './search-address.ts';

type Point = RouterOutputs['search']['organizationPoints']['points'][number];

/** The organizations that have a place, on a map. */
export function OrganizationMap({ filters }: { filters: OrganizationFilters }) {
  const found = trpc.search.organizationPoints.useQuery({ filters }, { placeholderData: keepPreviousData });
  const { isKnown, styleUrl } = useMapStyle();
  const points = useMemo(
    () => found.data?.points.map((point) => ({ ...point, id: point._id, label: point.name })) ?? [],
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
        title="No Organizations Found"
        hint="Only organizations that say where they are can be on the map."
      />
    );
  return (
    <div className="flex flex-col gap-2">
      <PointsMap
        label="Map of organizations"
        things="organizations"
        points={points}
        renderPoint={(point) => <PointCard point={point} />}
        start={{ ...toronto, zoom: zooms.organizations }}
        styleUrl={styleUrl}
      />
      <p role="status" className="text-muted text-sm">
        {found.data.isComplete
          ? `${points.length} organizations with a place`
          : `The ${points.length} newest organizations with a place`}
      </p>
    </div>
  );
}

function PointCard({ point }: { point: Point }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar id={point._id} name={point.name} src={pictureUrl(point.profilePicture, 96)} shape="square" />
      <div className="min-w-0">
        <Link to="/user/$userId" params={{ userId: point._id }} variant="quiet" className="font-semibold">
          {point.name}
        </Link>
        {point.city && <p className="text-muted text-sm">{point.city}</p>}
      </div>
    </div>
  );
}
