import { useState } from 'react';
import type { CultivationView } from '#server/cultivations/cultivations.schema.ts';
import { api, type RouterOutputs, trpc } from '#src/app/api.ts';
import type { ListQuery } from '#src/components/list-states.tsx';
import { cultivationsAt } from '#src/local/collections/cultivations.ts';
import { savedListPages } from '#src/local/collections/saved-lists.ts';
import { useRefetchOn, useSteadyRefetch } from '#src/local/engine/use-refetch-on.ts';
import { type ShownView, useSavedView } from '#src/local/engine/use-saved-view.ts';
import type { ListAddress } from './list-address.ts';

type List = RouterOutputs['cultivations']['byId'];

/** A list with a page of its users, as screens take it. */
export interface ShownList extends ListQuery {
  /** Undefined as long as nothing of the list is there. */
  data: List | undefined;
  error: unknown;
  /** Whether it is the page before, until another one has come. */
  isPlaceholderData: boolean;
}

/** A list with a page of its users: as it is kept on this device, refetched on events. */
export function useList(id: string, { search, tag, sort, order, page, cursor }: ListAddress): ShownList {
  const input = { id, search, tag, sort, order, page, cursor };
  const fetchPage = () => api.cultivations.byId.query(input);
  const shown = useSavedView(savedListPages, JSON.stringify(input), fetchPage, cultivationsAt);
  const { view } = shown;
  const [last, setLast] = useState(view);
  if (view && view !== last) setLast(view);
  const before = last?._id === id ? last : undefined;
  // A page that did not load is not shown as another one.
  const data = view ?? (shown.hasFailed ? undefined : before);
  return { ...queryOf(shown), data, isPlaceholderData: !view };
}

/** Whether people are still being looked for who match the rules of a list. */
export const isFilling = (list: Pick<CultivationView, 'keepsItself' | 'filledAt'>): boolean =>
  list.keepsItself && list.filledAt === null;

/** Returns what a list on the screen needs to know of what is kept on this device. */
export function queryOf<View>({
  view,
  savedAt,
  hasFailed,
  ...rest
}: ShownView<View>): ListQuery & { error: unknown } {
  return {
    ...rest,
    savedAt,
    isPaused: hasFailed,
    isError: hasFailed,
    isRefetchError: hasFailed && view !== undefined,
  };
}

/** Returns the addition of many people to a list that is under way. */
export function useAddition(id: string) {
  const additions = trpc.cultivations.additions.useQuery({ id }, { refetchOnMount: 'always' });
  const refetch = useSteadyRefetch(additions.refetch);
  useRefetchOn(cultivationsAt, { isPending: additions.isPending, refetch });
  const addition = additions.data?.addition;
  return addition?.state === 'adding' ? addition : undefined;
}
