import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RouterInputs, type RouterOutputs, trpc } from '#src/app/api.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Link } from '#src/components/link.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { FoundMap } from './found-map.tsx';

type Point = RouterOutputs['search']['organizationPoints']['points'][number] & { label: string };

/** The organizations that have a place, on a map. */
export function OrganizationMap({
  filters,
}: {
  filters: RouterInputs['search']['organizationPoints']['filters'];
}) {
  const found = trpc.search.organizationPoints.useQuery({ filters }, { placeholderData: keepPreviousData });
  const points = useMemo(
    () =>
      found.data?.points.map((point) => ({
        ...point,
        id: point._id,
        label: wholeName(point.name, 'organization'),
      })) ?? [],
    [found.data],
  );
  return (
    <FoundMap
      of="organizations"
      query={found}
      points={points}
      renderPoint={(point) => <PointCard point={point} />}
    />
  );
}

function PointCard({ point }: { point: Point }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar id={point._id} name={point.name} src={pictureUrl(point.profilePicture, 96)} shape="square" />
      <div className="min-w-0">
        <Link
          to="/user/$userId"
          params={{ userId: point._id }}
          variant="quiet"
          className="font-semibold"
          dir="auto"
        >
          {point.label}
        </Link>
        {point.city && <p className="text-muted text-sm">{point.city}</p>}
      </div>
    </div>
  );
}
