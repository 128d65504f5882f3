import ical, { escape, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { toLine, toLines } from '../plain-text.schema.ts';

/** What is written of a post into a calendar for other programs. */
export interface FileEntry {
  postId: string;
  title: string;
  starts: Date;
  ends: Date;
  createdAt: Date;
  /** When it was last changed, or taken back. */
  changedAt: Date;
  isCancelled: boolean;
  /** Plain text with mentions. */
  description?: string;
  address?: { fullAddress: string; latitude: number | null; longitude: number | null } | null;
  /** Where there is more to read. */
  url?: string;
}

/** After how many seconds a program looks again. */
const interval = 60 * 60;

/**
 * A calendar as RFC 5545 defines it. Times are written as UTC instants, which mean the same everywhere; what is
 * cancelled stays, marked, so that programs that have it take it out.
 */
export function writeCalendar(name: string, entries: readonly FileEntry[]): string {
  return ical({
    // The library writes it as it is, and twice.
    name: escape(toLine(name), false),
    prodId: { company: 'Gatherwell', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: interval,
    events: entries.map(eventOf),
  }).toString();
}

function eventOf({ createdAt, changedAt, address, ...entry }: FileEntry): ICalEventData {
  return {
    // The same for as long as the post lives, wherever the product is reached.
    id: `${entry.postId}@gatherwell`,
    // Rises with every change: how many seconds after it was made that was.
    sequence: Math.max(0, Math.floor((changedAt.getTime() - createdAt.getTime()) / 1000)),
    stamp: changedAt,
    created: createdAt,
    lastModified: changedAt,
    start: entry.starts,
    end: entry.ends,
    summary: toLine(withoutIds(entry.title)),
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(entry.description && { description: toLines(withoutIds(entry.description)) }),
    ...(address && locationOf(address)),
    ...(entry.url && { url: entry.url }),
  };
}

function locationOf({ fullAddress, latitude, longitude }: NonNullable<FileEntry['address']>) {
  const title = toLine(withoutIds(fullAddress));
  if (title === '') return {};
  return {
    location:
      latitude === null || longitude === null ? { title } : { title, geo: { lat: latitude, lon: longitude } },
  };
}

const mention = /@\[([^\n]{1,200}?)\]\([0-9a-f-]{36}\)/gi;

/** Mentions by their names alone. */
const withoutIds = (text: string): string => text.replaceAll(mention, '@$1');
