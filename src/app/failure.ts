import { TRPCClientError } from '@trpc/client';
import type { ErrorData } from '#server/trpc.ts';

/** What went wrong with a call, in the terms of a screen. */
export interface Failure {
  /** A sentence for people. */
  message: string;
  /** A stable word for programs; `offline` where no answer came. */
  reason: string;
  /** What is wrong, by field. */
  fields: Record<string, string>;
}

/** Reads any error that a call can end with. */
export function failureOf(error: unknown): Failure {
  if (error instanceof TRPCClientError) {
    const data = error.data as ErrorData | undefined | null;
    if (data) return { message: error.message, reason: data.reason, fields: data.fields ?? {} };
  }
  return {
    message: 'The server cannot be reached. Check your connection and try again.',
    reason: 'offline',
    fields: {},
  };
}

/** Whether an error says that there is no such thing for the reader; an address that is no id means the same. */
export function isAbsent(error: unknown): boolean {
  const { reason } = failureOf(error);
  return reason === 'not-found' || reason === 'validation';
}
