import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '#src/app/api.ts';
import type { ListAddress } from './list-address.ts';

/** How long between two looks at what people do, in milliseconds. */
const refreshMs = 15_000;

/** A list with a page of its users, kept up while it is on the screen. */
export function useList(id: string, { search, sort, order, page, cursor }: ListAddress) {
  return trpc.cultivations.byId.useQuery(
    { id, search, sort, order, page, cursor },
    { placeholderData: keepPreviousData, retry: false, refetchInterval: refreshMs },
  );
}

/** How long between two looks at an addition that is under way, in milliseconds. */
const pollMs = 1500;

/** Refreshes a list while many people are being added to it. Returns the addition, where one is under way. */
export function useAddition(id: string) {
  const utils = trpc.useUtils();
  const { data } = trpc.cultivations.additions.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.addition?.state === 'adding' ? pollMs : false) },
  );
  const addition = data?.addition?.state === 'adding' ? data.addition : undefined;
  const done = data?.addition?.done;
  useEffect(() => {
    if (done !== undefined) void utils.cultivations.byId.invalidate({ id });
  }, [done, id, utils]);
  return addition;
}
