import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { cn } from '#src/lib/cn.ts';
import { controlVariants } from './field.tsx';
import * as texts from './texts.ts';

/** The parts of a date or time, each typed or stepped on its own. */
export function Segments({ className }: { className?: string | undefined }) {
  return (
    <DateInput className={cn('flex min-w-0 flex-wrap items-center *:first:-ml-1', className)}>
      {(segment) => (
        <DateSegment
          segment={segment}
          className="inline-flex h-7 items-center justify-center rounded-sm px-1 tabular-nums outline-none data-focused:bg-brand not-data-focused:data-placeholder:text-muted not-data-[type=literal]:min-w-6 data-[type=literal]:px-0 data-[type=literal]:text-muted data-focused:text-on-brand"
        />
      )}
    </DateInput>
  );
}

const arrowClass =
  'inline-flex size-control items-center justify-center rounded-full text-muted outline-none data-disabled:opacity-40 data-focus-visible:outline-2 data-focus-visible:outline-focus data-hovered:bg-sunken';

const cellClass = [
  'flex size-11 cursor-pointer items-center justify-center rounded-full text-sm tabular-nums outline-none md:size-9',
  'data-hovered:bg-sunken data-outside-month:invisible data-today:font-bold data-today:text-brand-ink',
  'data-disabled:cursor-default data-unavailable:text-muted data-disabled:opacity-40',
  'data-selected:bg-brand data-selected:font-semibold data-selected:text-on-brand data-focus-visible:outline-2 data-focus-visible:outline-focus data-focus-visible:outline-offset-1',
];

/** The box of a date picker: its segments and the button that opens a month to choose from. */
export function DatePickerBox({ invalid, disabled }: { invalid: boolean; disabled: boolean }) {
  const [box, setBox] = useState<Element | null>(null);
  // Within a dialog the month belongs to it; elsewhere it would be behind what the dialog makes inert.
  const dialog = box?.closest('[data-floating-root]');
  return (
    <>
      <Group
        ref={setBox}
        className={cn(
          controlVariants(),
          'flex h-auto min-h-control items-center justify-between pr-0 has-[[data-focused]]:outline-2 has-[[data-focused]]:outline-focus',
          invalid && 'border-danger-ink',
          disabled && 'cursor-not-allowed bg-sunken text-muted',
        )}
      >
        <Segments />
        <Button
          aria-label={texts.chooseFromCalendar}
          className="flex w-11 shrink-0 items-center self-stretch justify-center rounded-r-md text-muted outline-none data-focus-visible:outline-2 data-focus-visible:outline-focus data-focus-visible:-outline-offset-2 data-hovered:text-ink"
        >
          <CalendarDays aria-hidden className="size-4.5" />
        </Button>
      </Group>
      <Popover
        {...(dialog ? { UNSTABLE_portalContainer: dialog } : {})}
        placement="bottom end"
        offset={6}
        className="z-50 rounded-xl border border-line bg-raised p-3 text-ink shadow-float data-entering:animate-pop-in data-exiting:animate-pop-out"
      >
        <Dialog className="outline-none">
          <Calendar>
            <header className="flex items-center justify-between pb-2">
              <Button slot="previous" className={arrowClass}>
                <ChevronLeft aria-hidden className="size-5" />
              </Button>
              <Heading className="font-semibold text-sm" />
              <Button slot="next" className={arrowClass}>
                <ChevronRight aria-hidden className="size-5" />
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => (
                  <CalendarHeaderCell className="pb-1 font-medium text-muted text-xs">
                    {day}
                  </CalendarHeaderCell>
                )}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => <CalendarCell date={date} className={cn(cellClass)} />}
              </CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </>
  );
}
