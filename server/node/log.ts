import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

/** The log: a line of JSON for each entry. Mail addresses that slip into an error's words are blacked out. */
export function createLog(level: Settings['logLevel'], destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describe },
    },
    destination ?? pino.destination(1),
  );
}

/**
 * Returns what is logged of an error. Further fields of errors stay out: drivers put rows and parameters there, which
 * are what people wrote. The message of a database error stays out as well, also where an error that it caused repeats
 * it: it quotes values.
 */
function describe(error: unknown): unknown {
  const quoting = messagesOfDatabase(error);
  const redact = (text: string) =>
    withoutAddresses(quoting.reduce((rest, message) => rest.replaceAll(message, '[database message]'), text));
  const describeOne = (one: unknown): unknown => {
    if (!(one instanceof Error)) return typeof one;
    return {
      type: one.name,
      ...('code' in one && { code: String(one.code) }),
      ...(isDatabaseError(one) && fieldsOf(one)),
      message: redact(one.message),
      stack: redact(one.stack ?? ''),
      ...(one.cause !== undefined && { cause: describeOne(one.cause) }),
    };
  };
  return describeOne(error);
}

/** The fields of a database error that locate it in our schema and in the database's own program; never a value. */
const databaseFields = [
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'file',
  'line',
  'routine',
] as const;

type DatabaseError = Error & { code: string } & Partial<Record<(typeof databaseFields)[number], string>>;

const isDatabaseError = (error: Error): error is DatabaseError =>
  'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

const fieldsOf = (error: DatabaseError) =>
  Object.fromEntries(
    databaseFields.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]])),
  );

/**
 * The classes of database errors whose messages name no value: connections, deadlocks, resources, states, operators and
 * the system itself; and what our own statements get wrong.
 */
const harmless = /^(?:08|25|40|53|55|57|58)...$|^42(?:P01|703|883)$/;

function messagesOfDatabase(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const others = messagesOfDatabase(error.cause);
  return isDatabaseError(error) && !harmless.test(error.code) && error.message !== ''
    ? [error.message, ...others]
    : others;
}

const withoutAddresses = (text: string) => text.replaceAll(/[^\s@<>"'(=]+@[^\s@<>"')]+/g, '[address]');
