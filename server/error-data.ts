import type { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { Refusal } from './errors.ts';

/** What a response holds of an error: nothing of the inside. */
export interface ErrorData {
  code: string;
  httpStatus: number;
  reason: string;
  requestId: string | null;
  fields: Record<string, string> | null;
  retryAfter: number | null;
}

/**
 * Bounds of an error's size, so that ten failed calls in one response stay below 16 KB. Of invalid input it repeats
 * only the names of some keys.
 */
const bounds = {
  /** Unknown keys. */
  keys: 10,
  /** Characters of a key, and of each part of a field's path. */
  key: 40,
  /** Characters of a sentence. */
  sentence: 300,
  /** UTF-8 bytes of all fields with their sentences. */
  fields: 1000,
};

/** The messages for errors of the libraries, whose own messages repeat the address or the input. */
const sentences: Partial<Record<TRPCError['code'], string>> = {
  NOT_FOUND: 'There is nothing at this address.',
  METHOD_NOT_SUPPORTED: 'This cannot be called in this way.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON.',
  INTERNAL_SERVER_ERROR: 'Something went wrong on our side. Please try again.',
};

/** The message that a client gets. Errors that are no `Refusal` keep their message to the log. */
export function messageOf(error: TRPCError): string {
  if (error instanceof Refusal) return error.message.slice(0, bounds.sentence);
  if (error.cause instanceof ZodError)
    return Object.values(fieldsOf(error.cause))[0] ?? 'Please check what was entered.';
  return sentences[error.code] ?? 'This is not a valid request.';
}

export function describeError(
  error: TRPCError,
  httpStatus: number,
  requestId: string | undefined,
): ErrorData {
  const refusal = error instanceof Refusal ? error : undefined;
  const fields = refusal?.fields ?? (error.cause instanceof ZodError ? fieldsOf(error.cause) : null);
  return {
    code: error.code,
    httpStatus,
    reason: refusal?.reason ?? (fields ? 'validation' : error.code.toLowerCase().replaceAll('_', '-')),
    requestId: requestId ?? null,
    fields: fields ?? null,
    retryAfter: refusal?.retryAfter ?? null,
  };
}

type Issue = ZodError['issues'][number];

/** The first error of each field, by the field's path, as far as there is room. */
function fieldsOf(error: ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  let room = bounds.fields;
  for (const issue of error.issues) {
    const field = issue.path
      .map(nameable)
      .join('.')
      .slice(0, 3 * bounds.key);
    if (Object.hasOwn(fields, field)) continue;
    const sentence = sentenceOf(issue);
    room -= encoder.encode(JSON.stringify({ [field]: sentence })).length;
    if (room < 0) break;
    fields[field] = sentence;
  }
  return fields;
}

const encoder = new TextEncoder();

function sentenceOf(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') {
    const { keys } = issue;
    const names = keys.slice(0, bounds.keys).map((key) => JSON.stringify(nameable(key)));
    const more = keys.length > bounds.keys ? ` and ${keys.length - bounds.keys} more` : '';
    return `Unrecognized key${keys.length > 1 ? 's' : ''}: ${names.join(', ')}${more}`;
  }
  const message: unknown = issue.code === 'custom' ? issue.params?.['message'] : undefined;
  return (typeof message === 'string' ? message : issue.message).slice(0, bounds.sentence);
}

/** A key as it may stand in a response: short, and without what a terminal or a page could take for more. */
const nameable = (key: PropertyKey) =>
  String(key)
    .slice(0, bounds.key)
    .replaceAll(/[^\w$.-]/g, '?');
