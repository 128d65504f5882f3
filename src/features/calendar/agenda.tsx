import { type CalendarDate, fromDate, getLocalTimeZone, toCalendarDate } from '@internationalized/date';
import { CalendarCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { postTypes } from '#src/entities/post-type.ts';
import { dateFormat } from '#src/lib/date-format.ts';
import { shownName } from '#src/lib/shown-name.ts';
import type { Range } from '#src/local/collections/calendar.ts';
import { isGoneTo, timesOf } from './entry-times.ts';
import { texts } from './texts.ts';

interface AgendaProps {
  entries: readonly CalendarEntry[];
  range: Range;
  onOpen: (entry: CalendarEntry) => void;
  empty: ReactNode;
}

/** The days on which something begins, or goes on from before, as a list. */
export function Agenda({ entries, range, onOpen, empty }: AgendaProps) {
  const days = [...Map.groupBy(entries, (entry) => dayOf(entry, range).toString())];
  if (days.length === 0) return empty;
  return (
    <Card padding="none">
      <ol className="divide-y divide-line">
        {days.map(([day, own]) => (
          <li key={day} className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:px-5">
            <h3 className="font-semibold text-sm sm:pt-2.5">
              {dateFormat({ timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' }).format(
                new Date(day),
              )}
            </h3>
            <ul className="flex flex-col gap-1">
              {own.map((entry) => (
                <li key={entry._id}>
                  <EntryRow entry={entry} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function EntryRow({ entry, onOpen }: { entry: CalendarEntry; onOpen: AgendaProps['onOpen'] }) {
  const { label, icon: Icon, fill } = postTypes[entry.postType];
  return (
    <Button
      variant="quiet"
      className="h-auto w-full justify-start gap-3 whitespace-normal px-2 py-2 text-left font-normal text-ink"
      onClick={() => onOpen(entry)}
    >
      <span className={`flex size-8 shrink-0 items-center justify-center rounded-md ${fill}`}>
        <Icon role="img" aria-label={label} />
      </span>
      <span className="min-w-0">
        <span dir="auto" className="wrap-anywhere block text-start font-semibold">
          {entry.title}
        </span>
        <span className="block text-muted">
          {timesOf(entry)} · <bdi>{shownName(entry.organizationName, 'organization')}</bdi>
        </span>
        {isGoneTo(entry) && (
          <span className="mt-0.5 flex items-center gap-1.5 font-semibold text-brand-ink text-sm">
            <CalendarCheck aria-hidden className="size-4" /> {texts.agenda.going}
          </span>
        )}
      </span>
    </Button>
  );
}

/** The day on which it stands in the list: the first one, or the list's first one where it began before. */
function dayOf({ starts }: CalendarEntry, { from }: Range): CalendarDate {
  return toCalendarDate(fromDate(new Date(starts > from ? starts : from), getLocalTimeZone()));
}
