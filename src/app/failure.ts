import type { ErrorData } from '#server/error-data.ts';
import * as texts from './texts.ts';

/** What went wrong with a call, in the terms of a screen. */
export interface Failure {
  /** A sentence for people. */
  message: string;
  /**
   * A stable word for programs; `offline` where no response came, `device` where this device keeps nothing, `file`
   * where the server rejects a download.
   */
  reason: string;
  /** What is wrong, by field. */
  fields: Record<string, string>;
}

/** Reads any error that a call can end with, or keeping something on the device. */
export function failureOf(error: unknown): Failure {
  const data = answerOf(error);
  if (data && error instanceof Error)
    return { message: error.message, reason: data.reason, fields: data.fields ?? {} };
  if (isRejectedFile(error)) return failure('file', error.message);
  if (isDeviceFull(error)) return failure('device', texts.deviceIsFull);
  if (isStorageError(error)) return failure('device', texts.deviceStoresNothing);
  return failure('offline', texts.serverNotReached);
}

const failure = (reason: string, message: string): Failure => ({ message, reason, fields: {} });

/** Returns the data of an error that the server sent; undefined where no response of the server arrived. */
export function answerOf(error: unknown): ErrorData | undefined {
  // By name, because the stream has a copy of the library to itself.
  if (!(error instanceof Error) || error.name !== 'TRPCClientError' || !('data' in error)) return undefined;
  return (error.data as ErrorData | undefined | null) ?? undefined;
}

/** Returns whether an error means that the viewer cannot see a record; an invalid id means the same. */
export function isAbsent(error: unknown): boolean {
  const { reason } = failureOf(error);
  return reason === 'not-found' || reason === 'validation';
}

/** Returns whether storing failed because the device, or the browser's quota, is full. */
export function isDeviceFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('name' in error && error.name === 'QuotaExceededError') return true;
  if ('failures' in error && Array.isArray(error.failures)) return error.failures.some(isDeviceFull);
  // A transaction that could not commit has the cause inside.
  return 'inner' in error && isDeviceFull(error.inner);
}

/** Whether `fetchFile` threw it, by name: what fetches files is loaded when a file is. */
const isRejectedFile = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'FileRejected';

/** Whether the local database threw it: its errors have an own `inner`. Its library is not loaded for this. */
const isStorageError = (error: unknown) => error instanceof Error && Object.hasOwn(error, 'inner');
