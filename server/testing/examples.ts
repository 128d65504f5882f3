import type { Person } from './world.ts';

const day = 24 * 60 * 60 * 1000;
/** The time of all examples. */
const shownNow = Date.UTC(2026, 10, 22, 10);
/** Entries of a list that an example shows. */
const shownEntries = 2;

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const instantPattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** What stands in an example for what is different, or secret, each time: by the name of its field. */
const stand: Record<string, string> = {
  accessToken: 'EAAB-access-token',
  code: 'AQ-authorization-code',
  epoch: '01976000-0000-7000-8000-0000000000ee',
  lastFour: '7Kq2',
  oauth_token: 'oauth-token',
  oauth_verifier: 'oauth-verifier',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

/**
 * Returns a request or a response as an example: the same each time, with the ids, the times and the secrets of examples
 * in place of those of this run, and of long lists the beginning.
 *
 * @param people whose ids are the same in all examples, by their names
 */
export function asExample<T>(value: T, people: Readonly<Record<string, Person>>): T {
  const ids = new Map(Object.values(people).map(({ _id }, index) => [_id, exampleId(0xa + index)]));
  const idOf = (id: string) => {
    if (/^0{8}/.test(id)) return id;
    const known = ids.get(id) ?? exampleId(0x100 + ids.size);
    ids.set(id, known);
    return known;
  };
  const text = (from: string) =>
    from
      .replaceAll(/([a-z]+)-[0-9a-f]{12}@example\.org/g, '$1@example.org')
      .replace(/(calendars\/private\/)[\w-]+/, '$1secret')
      .replace(/^http:\/\/127\.0\.0\.1:\d+/, 'https://network.example')
      .replace(/([?&]state=)[\w-]+/, '$1state')
      .replaceAll(idPattern, idOf)
      .replaceAll(instantPattern, shownInstant);
  const show = (part: unknown, name = ''): unknown => {
    if (typeof part === 'string') return standFor(name, part) ?? text(part);
    if (Array.isArray(part)) return part.slice(0, shownEntries).map((entry) => show(entry, name));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [text(key), show(inner, key)]));
  };
  return show(value) as T;
}

function standFor(name: string, value: string): string | undefined {
  if (name === 'token')
    return value.startsWith('gw_') ? 'gw_3vQm2nXo8rTzW1yKdLpA7uBc' : 'session-or-reset-token';
  if (name === 'cursor') return 'eyJhZnRlciI6IuKApiJ9';
  return stand[name];
}

/** An instant about a whole number of days from now, as far from the time of the examples. Others stay. */
function shownInstant(instant: string): string {
  const away = Date.parse(instant) - Date.now();
  const days = Math.round(away / day);
  const isByTheClock = Math.abs(away - days * day) < 10 * 60 * 1000 && Math.abs(days) < 400;
  return isByTheClock ? new Date(shownNow + days * day).toISOString() : instant;
}

const exampleId = (number: number) => `01976000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
