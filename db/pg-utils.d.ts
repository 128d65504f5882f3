/** A part of the driver for which there are no types: the settings of the compiler name this file for it. */

/** Returns a value as the database takes it as a parameter. */
export function prepareValue(value: unknown): string | Buffer | null;
