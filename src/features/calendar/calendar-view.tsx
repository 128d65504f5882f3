import { CalendarX, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button, IconButton } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { NotRefreshed } from '#src/components/not-refreshed.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { useNow } from '#src/lib/server-clock.ts';
import { Agenda } from './agenda.tsx';
import { type CalendarSearch, calendarViews, filtersOf } from './calendar-address.ts';
import { LegendDialog } from './legend-dialog.tsx';
import { passes } from './passes.ts';
import { PostDialog } from './post-dialog.tsx';
import { dayAt, nameOf, neighbour, rangeOf } from './ranges.ts';
import { texts } from './texts.ts';
import { useCalendar } from './use-calendar.ts';
import { useCircle } from './use-circle.ts';
import { useIsWide } from './use-is-wide.ts';

const CalendarGrid = lazyPart(async () => (await import('./calendar-grid.tsx')).CalendarGrid);

interface CalendarViewProps {
  /** Whose calendar. */
  ownerId: string;
  /** Which of what stands in it belongs here. */
  keep: (entry: CalendarEntry) => boolean;
  search: CalendarSearch;
  onSearchChange: (search: CalendarSearch) => void;
  /** What to do where nothing is found. */
  empty?: ReactNode;
}

/** A calendar by month, week, day or as a list, from where one looks at each post of it. */
export function CalendarView({ ownerId, keep, search, onSearchChange, empty }: CalendarViewProps) {
  const isWide = useIsWide();
  const view = search.view ?? (isWide ? 'month' : 'agenda');
  const today = useNow(dayAt);
  const date = search.date ?? today;
  const { entries, ...state } = useCalendar(ownerId, rangeOf(view, date));
  const { near, ...others } = filtersOf(search);
  const filters = JSON.stringify(others);
  const { circle, problem } = useCircle(near);
  const asked = JSON.stringify(circle);
  const isPlaced = near === undefined || circle !== undefined;
  const shown = useMemo(
    () =>
      isPlaced
        ? entries?.filter(
            (entry) => keep(entry) && passes(entry, JSON.parse(filters), asked && JSON.parse(asked)),
          )
        : undefined,
    [entries, keep, filters, asked, isPlaced],
  );
  const [open, setOpen] = useState<CalendarEntry>();
  const go = (day: string) => onSearchChange({ ...search, view, date: day });
  const body = !shown ? (
    problem !== undefined ? (
      <EmptyState icon={<CalendarX />} title={texts.calendarView.noPosts} hint={problem} action={empty} />
    ) : state.hasFailed ? (
      <ErrorState
        message={failureOf(state.error).message}
        retrying={state.isFetching}
        onRetry={state.refetch}
      />
    ) : (
      <Waiting />
    )
  ) : view === 'agenda' ? (
    <Agenda
      entries={shown}
      range={rangeOf(view, date)}
      onOpen={setOpen}
      empty={
        <EmptyState
          icon={<CalendarX />}
          title={texts.calendarView.noPosts}
          hint={texts.calendarView.nothingIsPlanned}
          action={empty}
        />
      }
    />
  ) : (
    <Suspense fallback={<Waiting />}>
      <CalendarGrid
        // It reads its views once.
        key={isWide ? 'wide' : 'narrow'}
        isWide={isWide}
        entries={shown}
        view={view}
        date={date}
        onOpen={setOpen}
        onGo={(to) => onSearchChange({ ...search, view, ...to })}
      />
    </Suspense>
  );

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex items-center gap-1">
          <IconButton label={texts.calendarView.previous[view]} onClick={() => go(neighbour(view, date, -1))}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <Button variant="secondary" size="sm" onClick={() => go(today)}>
            {texts.calendarView.today}
          </Button>
          <IconButton label={texts.calendarView.next[view]} onClick={() => go(neighbour(view, date, 1))}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
        <h2 aria-live="polite" className="min-w-0 flex-1 font-semibold leading-tight sm:text-lg">
          {nameOf(view, date)}
        </h2>
        <fieldset className="flex min-w-0 flex-wrap items-center max-sm:w-full max-sm:justify-between sm:gap-1 max-sm:[&_button]:px-2">
          <legend className="sr-only">{texts.calendarView.view}</legend>
          {calendarViews.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === view ? 'soft' : 'quiet'}
              aria-pressed={one === view}
              onClick={() => onSearchChange({ ...search, view: one, date })}
            >
              {texts.calendarView.views[one]}
            </Button>
          ))}
          <LegendDialog />
        </fieldset>
      </header>
      {shown && state.savedAt && (
        <NotRefreshed saved={state.savedAt} isRetrying={state.isFetching} onRetry={state.refetch} />
      )}
      {body}
      <PostDialog entry={open} onClose={() => setOpen(undefined)} />
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={texts.calendarView.loadingTheCalendar}>
      <Skeleton className="h-96 rounded-xl sm:h-[700px]" />
    </div>
  );
}
