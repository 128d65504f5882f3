import { CalendarX } from 'lucide-react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import type { CalendarSearch } from './calendar-address.ts';
import { CalendarView } from './calendar-view.tsx';
import { texts } from './texts.ts';

interface IndividualCalendarProps {
  individualId: string;
  /** Whether the viewer may see it. */
  isVisible: boolean;
  search: CalendarSearch;
  onSearchChange: (search: CalendarSearch) => void;
}

const isPublished = (entry: CalendarEntry) => entry.isActive;

/** The calendar of an individual who lets others see it. */
export function IndividualCalendar({ individualId, isVisible, ...props }: IndividualCalendarProps) {
  return (
    <section aria-label={texts.publicCalendar.calendar}>
      {isVisible ? (
        <CalendarView ownerId={individualId} keep={isPublished} {...props} />
      ) : (
        <EmptyState icon={<CalendarX />} title={texts.publicCalendar.isPrivate} />
      )}
    </section>
  );
}
