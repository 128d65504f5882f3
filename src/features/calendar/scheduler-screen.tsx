import { type ReactNode, useCallback } from 'react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { useUser } from '#src/app/session.ts';
import { Title } from '#src/components/title.tsx';
import type { CalendarSearch } from './calendar-address.ts';
import { CalendarView } from './calendar-view.tsx';
import { texts } from './texts.ts';

interface SchedulerScreenProps {
  /** Leads to the other ways of managing posts. */
  tabs: ReactNode;
  search: CalendarSearch;
  onSearchChange: (search: CalendarSearch) => void;
}

/** The organization's own posts: published ones when they take place, scheduled ones when they go out. */
export function SchedulerScreen({ tabs, search, onSearchChange }: SchedulerScreenProps) {
  const organizationId = useUser()?._id;
  const isOwn = useCallback((entry: CalendarEntry) => entry.creatorId === organizationId, [organizationId]);
  if (organizationId === undefined) return null;
  return (
    <div className="flex flex-col gap-5">
      <Title>{texts.scheduler.posts}</Title>
      <h1 className="font-bold text-2xl">{texts.scheduler.posts}</h1>
      {tabs}
      <CalendarView ownerId={organizationId} keep={isOwn} search={search} onSearchChange={onSearchChange} />
    </div>
  );
}
