import '@schedule-x/theme-default/dist/calendar.css';
import './calendar-grid.css';
import {
  type CalendarEvent,
  type CalendarType,
  createViewDay,
  createViewMonthAgenda,
  createViewMonthGrid,
  createViewWeek,
  createViewWeekAgenda,
} from '@schedule-x/calendar';
import { createCalendarControlsPlugin } from '@schedule-x/calendar-controls';
import { ScheduleXCalendar, useCalendarApp } from '@schedule-x/react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { postTypes } from '#src/entities/post-type.ts';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import type { CalendarView } from './calendar-address.ts';
import { texts } from './calendar-grid.texts.ts';
import { isGoneTo } from './entry-times.ts';

// Browsers that know these dates themselves load nothing.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

type GridView = Exclude<CalendarView, 'agenda'>;

/** What the library calls the views: where there is little room, a month and a week list the days' posts below. */
const viewNames = {
  wide: { month: 'month-grid', week: 'week', day: 'day' },
  narrow: { month: 'month-agenda', week: 'week-agenda', day: 'day' },
} as const satisfies Record<string, Record<GridView, string>>;

/** The colours of post types, which follow the theme by themselves. */
const calendars = Object.fromEntries(
  Object.entries(postTypes).map(([type, { label, color, tint }]): [string, CalendarType] => [
    type,
    { colorName: `post-${type}`, label, lightColors: { main: color, container: tint, onContainer: color } },
  ]),
);

/** How high a whole day is drawn, in pixels. */
const gridHeight = 1200;

/** The hour to which a day is scrolled. */
const firstHour = 7;
/** Pixels of an hour's label that stand above its line. */
const halfLabel = 10;

interface CalendarGridProps {
  /** Whether there is room for a week side by side. It and nothing else decides how the grid is made. */
  isWide: boolean;
  entries: readonly CalendarEntry[];
  view: GridView;
  /** A day within what is shown. */
  date: string;
  onOpen: (entry: CalendarEntry) => void;
  /** The reader went to another day within the grid. */
  onGo: (to: { view?: GridView; date: string }) => void;
}

/** A month, a week or a day as a grid. */
export function CalendarGrid({ isWide, entries, view, date, onOpen, onGo }: CalendarGridProps) {
  const names = viewNames[isWide ? 'wide' : 'narrow'];
  const frame = useRef<HTMLDivElement>(null);
  const [controls] = useState(createCalendarControlsPlugin);
  const [isDrawn, setIsDrawn] = useState(false);
  // Where days stand side by side with their hours.
  const eventsOf = view === 'day' || (view === 'week' && isWide) ? nightsOf : wholeOf;
  // The library reads its configuration once: what it calls finds the present through this.
  const present = useRef({ entries, date, onOpen, onGo });
  useEffect(() => {
    present.current = { entries, date, onOpen, onGo };
  });

  const calendar = useCalendarApp(
    {
      views: [
        createViewMonthGrid(),
        createViewWeek(),
        createViewDay(),
        createViewMonthAgenda(),
        createViewWeekAgenda(),
      ],
      calendars,
      locale: 'en-US',
      translations: { enUS: texts.library },
      firstDayOfWeek: 7,
      timezone: deviceTimeZone(),
      defaultView: names[view],
      selectedDate: Temporal.PlainDate.from(date),
      weekOptions: { gridHeight, eventOverlap: false },
      monthGridOptions: { nEventsPerDay: 4 },
      events: entries.flatMap(eventsOf),
      callbacks: {
        isCalendarSmall: () => !isWide,
        onRender: () => setIsDrawn(true),
        onEventClick: ({ id }) => {
          const entry = present.current.entries.find(({ _id }) => String(id).startsWith(_id));
          if (entry) present.current.onOpen(entry);
        },
        onClickPlusEvents: (day) => present.current.onGo({ view: 'day', date: day.toString() }),
        onSelectedDateUpdate: (day) => {
          if (day.toString() !== present.current.date) present.current.onGo({ date: day.toString() });
        },
      },
    },
    [controls],
  );

  useEffect(() => {
    if (!frame.current) return;
    // The library gives days names, and no role to which a name belongs.
    const observer = new MutationObserver(() => {
      for (const day of frame.current?.querySelectorAll('div[aria-label]:not([role])') ?? [])
        day.setAttribute('role', 'group');
    });
    observer.observe(frame.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  useEffect(() => calendar?.events.set(entries.flatMap(eventsOf)), [calendar, entries, eventsOf]);
  useEffect(() => {
    if (!calendar) return;
    if (controls.getView() !== names[view]) controls.setView(names[view]);
    if (controls.getDate().toString() !== date) controls.setDate(Temporal.PlainDate.from(date));
  }, [calendar, controls, names, view, date]);
  useEffect(() => {
    if (!isDrawn || view === 'month') return;
    // Another view is drawn in the frame after this.
    let frames = 2;
    let next = requestAnimationFrame(function scroll() {
      frames -= 1;
      if (frames > 0) next = requestAnimationFrame(scroll);
      const box = frame.current?.querySelector('.sx__view-container');
      if (!box?.querySelector('.sx__week-grid')) return;
      const day = box.querySelector<HTMLElement>('.sx__week-grid__date--is-today');
      box.scrollTo({
        top: (gridHeight * firstHour) / 24 - halfLabel,
        ...(day && { left: day.offsetLeft - (box.clientWidth - day.offsetWidth) / 2 }),
        behavior: 'instant',
      });
    });
    return () => cancelAnimationFrame(next);
  }, [isDrawn, view]);

  return (
    <div
      ref={frame}
      data-view={view}
      style={{ '--most-at-once': mostAtOnce(entries) } as CSSProperties}
      className="calendar-grid overflow-hidden rounded-xl border border-line bg-surface"
    >
      <ScheduleXCalendar calendarApp={calendar} />
    </div>
  );
}

/** How many of the posts that take less than a day stand side by side at most. */
function mostAtOnce(entries: readonly CalendarEntry[]): number {
  const spans = entries
    .map(({ starts, ends }) => [Date.parse(starts), Date.parse(ends)] as const)
    .filter(([start, end]) => end - start < 86_400_000);
  return Math.max(
    1,
    ...spans.map(
      ([at]) => spans.filter(([start, end]) => start <= at && at < Math.max(end, start + 1)).length,
    ),
  );
}

const timed = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(deviceTimeZone());

/** A post as the library draws it, at its time where the device is. */
function wholeOf(entry: CalendarEntry): CalendarEvent[] {
  const { _id, postType, starts, ends } = entry;
  const title = entry.scheduledPublish
    ? texts.goesOut(entry.title)
    : isGoneTo(entry)
      ? `✓ ${entry.title}`
      : entry.title;
  return [{ id: _id, title, start: timed(starts), end: timed(ends), calendarId: postType }];
}

/**
 * The same, in two parts where it goes on past midnight: the library draws what touches two days above the hours,
 * where a night out would look like days of it. What takes a day or longer stays there.
 */
function nightsOf(entry: CalendarEntry): CalendarEvent[] {
  const [start, end] = [timed(entry.starts), timed(entry.ends)];
  const midnight = start.toPlainDate().add({ days: 1 }).toZonedDateTime(start.timeZoneId);
  const goesOn = Temporal.ZonedDateTime.compare(end, midnight) >= 0;
  const isLong = Temporal.ZonedDateTime.compare(end, start.add({ days: 1 })) >= 0;
  return wholeOf(entry).flatMap((event) => {
    if (!goesOn || isLong) return [event];
    const evening = { ...event, end: midnight.subtract({ minutes: 1 }) };
    const morning = { ...event, id: `${event.id}-morning`, start: midnight, end };
    return Temporal.ZonedDateTime.compare(end, midnight) > 0 ? [evening, morning] : [evening];
  });
}
