import { useCallback } from 'react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import type { CalendarSearch } from './calendar-address.ts';
import { CalendarView } from './calendar-view.tsx';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import { texts } from './texts.ts';

interface OrganizationCalendarProps {
  organizationId: string;
  search: CalendarSearch;
  onSearchChange: (search: CalendarSearch) => void;
}

/** What an organization plans, as everybody sees it. */
export function OrganizationCalendar({ organizationId, ...props }: OrganizationCalendarProps) {
  const isTheirs = useCallback(
    (entry: CalendarEntry) => entry.creatorId === organizationId && entry.isActive,
    [organizationId],
  );
  return (
    <section aria-label={texts.publicCalendar.calendar} className="flex flex-col gap-3">
      <div className="flex justify-end">
        <SubscribeDialog organizationId={organizationId} />
      </div>
      <CalendarView ownerId={organizationId} keep={isTheirs} {...props} />
    </section>
  );
}
