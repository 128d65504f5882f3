import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';
import { type CalendarSearch, filtersOf } from './calendar-address.ts';
import { texts } from './calendar-screen.texts.ts';
import { CalendarView } from './calendar-view.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import { useIsWide } from './use-is-wide.ts';

interface CalendarScreenProps {
  search: CalendarSearch;
  onSearchChange: (search: CalendarSearch) => void;
}

/** What goes out is for those who plan it, on their own screen. */
const isPublished = (entry: CalendarEntry) => entry.isActive;

/** The reader's own calendar: what is followed, was added, or is gone to. */
export function CalendarScreen({ search, onSearchChange }: CalendarScreenProps) {
  const user = useUser();
  const isWide = useIsWide();
  const filters = filtersOf(search);
  const count = Object.keys(filters).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  if (!user) return null;
  return (
    <div className="flex flex-col gap-4">
      <Title>{texts.calendarScreen.calendar}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">{texts.calendarScreen.calendar}</h1>
        <div className="flex flex-wrap gap-2">
          <SubscribeDialog />
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isOpen}
            aria-controls="calendar-filters"
            onClick={() => setIsOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden />
            {count > 0 ? texts.calendarScreen.filtersInForce(count) : texts.calendarScreen.filters}
          </Button>
        </div>
      </header>
      <div className={isOpen ? 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]' : undefined}>
        <div id="calendar-filters" className={isOpen ? 'lg:order-2' : 'hidden'}>
          {isOpen && (
            <Card as="section" aria-label={texts.calendarScreen.filters}>
              <FilterPanel
                key={JSON.stringify(filters)}
                filters={filters}
                onSearch={({ ...chosen }) => {
                  const { view, date } = search;
                  // Where it stands above the calendar it would hide what was found.
                  if (!isWide) setIsOpen(false);
                  onSearchChange({ ...(view && { view }), ...(date && { date }), ...chosen });
                }}
              />
            </Card>
          )}
        </div>
        <CalendarView
          ownerId={user._id}
          keep={isPublished}
          search={search}
          onSearchChange={onSearchChange}
          empty={<ButtonLink to="/">{texts.calendarScreen.goToTheFeed}</ButtonLink>}
        />
      </div>
    </div>
  );
}
