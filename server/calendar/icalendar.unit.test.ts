import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { toLine } from '../plain-text.schema.ts';
import { type FileEntry, writeCalendar } from './icalendar.ts';

const at = new Date('2026-11-22T10:00:00.000Z');
const entry = (text: string): FileEntry => ({
  postId: '0193',
  title: text,
  starts: at,
  ends: at,
  createdAt: at,
  changedAt: at,
  isCancelled: false,
  description: text,
  address: { fullAddress: text, latitude: null, longitude: null },
  url: 'https://gatherwell.test/post/event/details/0193',
});

/** What another program reads: the calendar, and each of its properties and components by name. */
function read(file: string) {
  const parsed = ICAL.parse(file) as unknown[] as ConstructorParameters<typeof ICAL.Component>[0];
  const calendar = new ICAL.Component(parsed);
  return {
    calendar,
    components: calendar.getAllSubcomponents().map((component) => component.name),
    properties: calendar.getAllProperties().map((property) => property.name),
  };
}

const injection = 'Soup\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:evil\r\nEND:VEVENT';

describe('a calendar file', () => {
  it('holds one calendar and its entries, whatever the calendar and the entries are called', () => {
    const expected = read(writeCalendar('Soup', [entry('Soup')]));
    const pieces = fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      ':',
      ';',
      ',',
      '\\',
      '"',
      '\u2028',
      '\u202E',
      injection,
    );
    const name = fc
      .array(fc.oneof(fc.string({ maxLength: 20 }), pieces), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, name, (calendarName, title) => {
        fc.pre(toLine(calendarName).trim() !== '');
        const file = writeCalendar(calendarName, [entry(title)]);
        expect(file.match(/^BEGIN:VCALENDAR/gm)).toHaveLength(1);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const { components, properties } = read(file);
        expect(components).toEqual(expected.components);
        expect(new Set(properties)).toEqual(new Set(expected.properties));
      }),
      { numRuns: 50 },
    );
  });

  it.each(['name', 'x-wr-calname'])('writes its name in %s as it is, escaped', (property) => {
    const name = 'Soup; bread, \\n & “more”: 🍲';
    const { calendar } = read(writeCalendar(name, []));
    // The parser knows neither for a text and leaves its escapes.
    const written = String(calendar.getFirstPropertyValue(property));
    expect(written).toBe('Soup\\; bread\\, \\\\n & “more”: 🍲');
    expect(written.replaceAll(/\\([\\;,])/g, '$1')).toBe(name);
  });

  it('writes a name of several lines as one', () => {
    const { calendar, components } = read(writeCalendar(injection, []));
    expect(components).toEqual([]);
    expect(calendar.getFirstPropertyValue('name')).toBe(injection.replaceAll('\r\n', ' '));
  });
});
