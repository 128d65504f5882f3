import { z } from 'zod';
import { toLine, toLines } from './plain-text.schema.ts';
import { validationMessages } from './validation-messages.schema.ts';
import { completeWebAddress, isWebAddress } from './web-address.schema.ts';

export { validationMessages };

z.config({
  // What is missing altogether is reported like what was left empty.
  customError: ({ input }) => (input === undefined ? validationMessages.required : undefined),
  // A page's content security policy forbids code that is made from text: there zod need not try.
  jitless: 'document' in globalThis,
});

/** Text that Postgres and JSON can hold: no NUL, no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Text of one line of at most `max` UTF-16 units, as `toLine` normalises it, trimmed; may be empty. */
export const text = (max: number) => textOf(toLine, max);

/** Text of one line of which something must be seen. */
export const requiredText = (max: number) => text(max).min(1, validationMessages.required);

/** Text of several lines of at most `max` UTF-16 units, as `toLines` normalises it, trimmed; may be empty. */
export const multilineText = (max: number) => textOf(toLines, max);

/** Text of several lines of which something must be seen. */
export const requiredMultilineText = (max: number) => multilineText(max).min(1, validationMessages.required);

const textOf = (normalise: (text: string) => string, max: number) =>
  z
    .string()
    .overwrite(normalise)
    .trim()
    .max(max, validationMessages.tooLong(max))
    .refine(isStorable, 'This text holds characters that cannot be stored');

/** A mail address of 6 to 256 characters, in lower case. */
export const email = z
  .string()
  .trim()
  .min(1, validationMessages.required)
  .min(6, validationMessages.tooShort(6))
  .max(256, validationMessages.tooLong(256))
  .refine((value) => isStorable(value) && z.email().safeParse(value).success, {
    error: (issue) => validationMessages.email(String(issue.input)),
    params: { message: validationMessages.emailUnnamed },
    when: ({ issues }) => issues.length === 0,
  })
  .toLowerCase();

/** A new password: 6 to 100 characters, not only spaces, taken exactly as entered. */
export const password = z
  .string()
  .refine((value) => value.trim() !== '', validationMessages.required)
  .min(6, validationMessages.tooShort(6))
  .max(100, validationMessages.tooLong(100));

export const id = z.uuid('This is not an id').toLowerCase();

/** The id of something new, where the client wants to choose it. */
export const chosenId = (what: string) =>
  z
    .uuidv7('This is not an id')
    .toLowerCase()
    .optional()
    .describe(`A UUIDv7 chosen by the client: sending the same create twice makes one ${what}.`);

/** A link out: http or https, after parsing; one without a scheme gets `https://`. An empty text means none. */
export const webAddress = (max = 2000) =>
  text(max)
    .overwrite(completeWebAddress)
    .max(max, validationMessages.tooLong(max))
    .refine(
      (value) => value === '' || isWebAddress(value),
      'Enter a web address, such as https://example.org',
    )
    .refine(isWithoutCredentials, 'Enter an address without a user name or password');

/** Whether an address names no user and no password, which are mostly there to disguise the host. */
const isWithoutCredentials = (value: string): boolean => !/^https?:[/\\]*[^/?#\\]*@/i.test(value);

/**
 * ISO 8601 with seconds optional, at most nine digits of a fraction, and an offset that a place on earth has.
 * Databases reject wider offsets and longer fractions.
 */
const instantPattern =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)$/;

/** The instant of a text as `YYYY-MM-DDTHH:MM:SS.sssZ`, or undefined where it is none. */
function toUtc(value: string): string | undefined {
  if (value.length > 40 || !instantPattern.test(value) || !isDay(value.slice(0, 10))) return undefined;
  return new Date(value).toISOString();
}

/** An instant as ISO 8601 with any offset up to 14 hours, as a UTC instant with milliseconds. */
export const instant = z
  .string(validationMessages.date)
  .refine((value) => toUtc(value) !== undefined, validationMessages.date)
  .overwrite((value) => toUtc(value) ?? value)
  .meta({ format: 'date-time' });

/** An instant, as `instant` returns it, or a calendar day as it is. */
export const instantOrDay = z
  .string(validationMessages.date)
  .refine((value) => toUtc(value) !== undefined || isDay(value), validationMessages.date)
  .overwrite((value) => toUtc(value) ?? value);

/**
 * Whether a text is a calendar day, `YYYY-MM-DD`, with a year from 1000 to 9998: those have four digits in every zone, and
 * the databases write others each in a way of its own.
 */
export const isDay = (value: string): boolean =>
  value.length === 10 && value >= '1000' && value < '9999' && day.safeParse(value).success;

/** The begin or the end of a range of time: an instant, or a day that begins or ends it, in UTC. */
export const rangeStart = rangeEdge('T00:00:00.000Z');
export const rangeEnd = rangeEdge('T23:59:59.999Z');

function rangeEdge(time: string) {
  return instantOrDay.overwrite((value) => (isDay(value) ? `${value}${time}` : value));
}

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date(validationMessages.date);

/** How much of a list, and from where: an opaque `cursor` from the page before. */
export const pageInput = z.object({
  cursor: z.string().max(100).nullish().describe('From the page before; absent for the first page.'),
  limit: z.int().min(1).max(1000).default(30).describe('At most how many rows.'),
});

/** A page of a list: the rows, and the cursor of the next page or null at the end. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), cursor: z.string().nullable() });
}
