import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ShownMessages } from '#src/local/collections/shown-messages.ts';
import type { MoreMessages } from './history.tsx';

/** How many messages are read from the device at a time. */
export const pageSize = 50;

interface Source {
  /** Reads up to so many messages from the device from now on. */
  setLimit: (limit: number) => void;
  /** Fetches the messages before the oldest one on the device. */
  pull: () => Promise<void>;
}

/**
 * Shows more of what is on the device, and fetches what is before it. `load` may be called as often as the screen is
 * looked at: until an older message is on the screen, it asks for nothing more.
 * @param limit how many messages were read from the device at most
 */
export function useOlder(
  messages: ShownMessages | undefined,
  limit: number,
  { setLimit, pull }: Source,
): MoreMessages {
  const fetching = useMutation({ mutationFn: pull });
  const stored = messages?.items.filter(({ seq }) => seq !== undefined) ?? [];
  const oldest = stored[0]?.seq;
  /** The oldest message on the screen when more was fetched. */
  const fetchedBefore = useRef<number>(undefined);
  return {
    hasMore: messages?.hasOlder ?? false,
    isLoading: fetching.isPending,
    hasFailed: fetching.isError,
    load() {
      // Counted from what is shown: each change of the limit reads anew, and must not run ahead of what was read.
      if (stored.length >= limit) return setLimit(stored.length + pageSize);
      if (oldest === undefined || (fetchedBefore.current === oldest && !fetching.isError)) return;
      fetchedBefore.current = oldest;
      fetching.mutate();
    },
  };
}
