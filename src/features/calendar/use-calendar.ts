import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { useUser } from '#src/app/session.ts';
import { useOnline } from '#src/lib/use-online.ts';
import { calendarAt, isKept, keptRange, type Range } from '#src/local/collections/calendar.ts';
import {
  fetchCalendar,
  isCalendarKept,
  pullCalendar,
  readCalendar,
} from '#src/local/collections/read-calendar.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import type { LocalDatabase } from '#src/local/engine/types.ts';
import { useLocal } from '#src/local/engine/use-local.ts';

interface CalendarState {
  /** The entries of the range; undefined while they are unknown. */
  entries: readonly CalendarEntry[] | undefined;
  /** When the shown entries were fetched; set when they cannot be refetched. */
  savedAt: Date | undefined;
  /** Why fetching failed; null where there is no network. */
  error: unknown;
  hasFailed: boolean;
  isFetching: boolean;
  refetch: () => void;
}

/** The number of the last event that a calendar may show. */
const readChangedAt = async (db: LocalDatabase): Promise<number> => (await calendarAt.read(db)) ?? 0;

/**
 * Returns a range of a user's calendar: cached entries at once, then fetched ones, refetched on events that may change
 * them. The days around today stay cached; other ranges are trimmed. Nothing is cached for visitors.
 */
export function useCalendar(ownerId: string, range: Range): CalendarState {
  const userId = useUser()?._id;
  const isOwn = userId === ownerId;
  const around = keptRange();
  // What is kept is fetched as a whole, and so is the same question whichever part of it is shown.
  const isAround = isKept(range, around);
  const asked = isAround ? around : range;
  const fetched = useQuery({
    queryKey: ['calendar', ownerId, asked, userId],
    queryFn: async () => {
      const db = localDatabase();
      if (!db) return { entries: await fetchCalendar(ownerId, asked, isOwn), asOf: 0 };
      const asOf = await readChangedAt(db);
      await pullCalendar(db, ownerId, asked, isOwn);
      return { entries: undefined, asOf };
    },
    // Each response counts, also one as of the same event as the last.
    structuralSharing: false,
  });
  const kept = useLocal((db) => readCalendar(db, ownerId, range), [ownerId, range.from, range.to]);
  const { data, refetch, isSuccess, isFetching } = fetched;

  // The response may miss events of the meantime.
  const changedAt = useLocal(readChangedAt, []);
  useEffect(() => {
    if (changedAt !== undefined && data !== undefined && changedAt !== data.asOf)
      void refetch({ cancelRefetch: false });
  }, [changedAt, data, refetch]);

  // The copy was made anew since, or what was fetched has not been read from there yet.
  const isAbsent =
    isAround && isSuccess && userId !== undefined && kept !== undefined && kept.savedAt === undefined;
  useEffect(() => {
    if (!isAbsent) return;
    let isCurrent = true;
    const refetchIfLost = async () => {
      const db = localDatabase();
      if (db && !(await isCalendarKept(db, ownerId)) && isCurrent) await refetch();
    };
    // Where the device cannot be read, it is read again with the next handle.
    void refetchIfLost().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isAbsent, ownerId, refetch]);

  // What was fetched is in the copy a moment before it is read from there: until then nothing is known.
  const isThere = userId !== undefined && isAround ? kept?.savedAt !== undefined : data !== undefined;
  const shown = userId === undefined ? data?.entries : kept?.entries;
  // Without a network a query neither succeeds nor fails: it waits.
  const hasFailed = fetched.isError || fetched.isPaused;
  const isOnline = useOnline();
  return {
    entries: isThere
      ? shown?.filter(({ starts, ends }) => starts < range.to && ends >= range.from)
      : undefined,
    savedAt: hasFailed || !isOnline ? kept?.savedAt : undefined,
    error: fetched.error,
    hasFailed,
    isFetching,
    refetch: () => void refetch(),
  };
}
