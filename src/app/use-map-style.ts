import { trpc } from './api.ts';

/** The map style that this installation names; undefined where it has the built-in map, or as long as nobody knows. */
export function useMapStyle(): { isKnown: boolean; styleUrl: string | undefined } {
  const { data, isPending } = trpc.mapAreas.baseMap.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  // Without an answer, the built-in map does.
  return { isKnown: !isPending, styleUrl: data?.styleUrl ?? undefined };
}
