import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { parseNear } from '#src/lib/near.ts';
import type { Circle } from './passes.ts';
import { texts } from './texts.ts';

/**
 * Returns around where a filter looks: around the account's address where it names no place. `circle` is undefined while
 * that is fetched, and where it cannot be had; `problem` says why.
 */
export function useCircle(text: string | undefined): {
  circle: Circle | undefined;
  problem: string | undefined;
} {
  const user = useUser();
  const near = parseNear(text ?? '');
  const needsAddress = near !== undefined && !near.at;
  const info = trpc.profiles.basicInfo.useQuery(
    { id: user?._id ?? '' },
    { enabled: user !== undefined && needsAddress },
  );
  if (!near) return { circle: undefined, problem: undefined };
  const { kilometers, at } = near;
  if (at)
    return { circle: { latitude: at.latitude, longitude: at.longitude, kilometers }, problem: undefined };
  if (info.isError || info.isPaused) return { circle: undefined, problem: failureOf(info.error).message };
  const address = info.data?.address;
  if (!address) return { circle: undefined, problem: undefined };
  const { latitude, longitude } = { latitude: undefined, longitude: undefined, ...address };
  return latitude === undefined || longitude === undefined
    ? { circle: undefined, problem: texts.circle.noAddress }
    : { circle: { latitude, longitude, kilometers }, problem: undefined };
}
