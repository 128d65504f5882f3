import { z } from 'zod';
import { documentedNames } from './people.ts';

/**
 * Returns the fields that only a read returns, as the documented body names them. A write of the same entity accepts and
 * ignores them, so that what was read can be changed and written back.
 */
export const readOnlyFields = (view: z.ZodObject, input: z.ZodObject, people?: readonly string[]): string[] =>
  documentedFields(view, people).filter((name) => !(name in input.shape));

/** Returns the fields of an entity as the documented body names them. */
export const documentedFields = (view: z.ZodObject, people: readonly string[] = []): string[] =>
  documentedNames(
    Object.keys(view.shape),
    Object.fromEntries(
      people.map((part) => {
        const person: unknown = view.shape[part];
        return [part, person instanceof z.ZodObject ? Object.keys(person.shape) : []];
      }),
    ),
  );
