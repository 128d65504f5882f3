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
 * What is told of an error. Further fields of errors stay out: drivers put rows and parameters there, which are
 * what people wrote.
 */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  return {
    type: error.name,
    ...('code' in error && { code: String(error.code) }),
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: describe(error.cause) }),
  };
}

const withoutAddresses = (text: string) => text.replaceAll(/[^\s@<>"'(=]+@[^\s@<>"')]+/g, '[address]');
