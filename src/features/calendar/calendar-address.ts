import { hasField, type PostType, postTypes } from '#server/posts/post-rules.schema.ts';

/** How a calendar can be looked at, in the order in which it is offered. */
export const calendarViews = ['month', 'week', 'day', 'agenda'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The types whose posts take place at some time: of the others, a calendar has none. */
export const datedTypes = postTypes.filter((type) => hasField(type, 'startDateTime'));

/** Which posts of a calendar are shown. Absent means all. */
export interface CalendarFilters {
  /** A part of the title. */
  title?: string;
  postTypes?: PostType[];
  /** Ids; any of them. */
  impactAreas?: string[];
  skills?: string[];
  topNeed?: true;
  /** As `writeNear` writes it. */
  near?: string;
}

/** The view of a calendar, as the page's address has it. */
export interface CalendarSearch extends CalendarFilters {
  /** What suits the width of the screen, unless it is chosen. */
  view?: CalendarView;
  /** A day within what is shown, `YYYY-MM-DD`; today if absent. */
  date?: string;
}

export function readCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const view = calendarViews.find((one) => one === search['view']);
  const date = String(search['date'] ?? '');
  // The router reads what looks like a number as one.
  const title = String(search['title'] ?? '');
  const chosen = textsOf(search['postTypes']);
  const types = datedTypes.filter((type) => chosen.includes(type));
  const impactAreas = textsOf(search['impactAreas']);
  const skills = textsOf(search['skills']);
  const near = String(search['near'] ?? '');
  return {
    ...(view && { view }),
    ...(isDay(date) && { date }),
    ...(title && { title }),
    ...(types.length > 0 && types.length < datedTypes.length && { postTypes: types }),
    ...(impactAreas.length > 0 && { impactAreas }),
    ...(skills.length > 0 && { skills }),
    ...(search['topNeed'] === true && { topNeed: true }),
    ...(/^\d{1,3}km(@|$)/.test(near) && { near }),
  };
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, that one can look at. */
function isDay(text: string): boolean {
  if (!/^(19[7-9]|[2-8]\d\d)\d-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The filters of an address, without the view and the day. */
export function filtersOf({ view: _, date: __, ...filters }: CalendarSearch): CalendarFilters {
  return filters;
}
