import { badField } from '../errors.ts';

/**
 * Returns a value as JSON in which the same value always reads the same: the fields of objects in the order of their
 * names, without those that are undefined.
 */
export function canonicalText(value: unknown): string {
  try {
    return JSON.stringify(value, (_, part: unknown) => (isRecord(part) ? sorted(part) : part)) ?? 'null';
  } catch (error) {
    // What is nested thousands deep can be read, but not be written again.
    if (error instanceof RangeError) throw badField('', 'This is nested too deeply.');
    throw error;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers in the place of names stand first in every object, whatever the order in which they were added. */
const sorted = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
