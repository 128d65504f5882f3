import { hashKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { whenQuiet } from '#src/lib/when-quiet.ts';
import { failureOf } from './failure.ts';

/**
 * Returns a form that validates with one of the server's schemas, when a field is left and on submit. Submitting
 * focuses the first invalid field. Values stay as they were typed until the server has accepted them. What validates is
 * not loaded with the screen, nor need the schema be: nobody has typed anything yet.
 * @param schema the schema, or what brings it
 */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In> | (() => Promise<z.ZodType<Out, In>>),
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  const [late] = useState(() => lateResolver(schema));
  useEffect(() => {
    void whenQuiet().then(late.bring);
  }, [late]);
  return useForm<In, unknown, Out>({
    resolver: late.resolver,
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  });
}

/** Validates once its code is there. Where that cannot be had, the server's own response has to do. */
function lateResolver<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In> | (() => Promise<z.ZodType<Out, In>>),
) {
  let known: Resolver<In, unknown, Out> | undefined;
  async function bring(): Promise<void> {
    if (known) return;
    const [{ zodResolver }, brought] = await Promise.all([
      import('@hookform/resolvers/zod'),
      typeof schema === 'function' ? schema() : schema,
    ]);
    known = zodResolver(brought);
  }
  return {
    bring: () => bring().catch(() => undefined),
    resolver: (async (values, context, options) => {
      await bring().catch(() => undefined);
      // What is sent unread is read by the server, with the same schema.
      return known ? known(values, context, options) : { values: values as unknown as Out, errors: {} };
    }) as Resolver<In, unknown, Out>,
  };
}

/** Those of a form's fields that hold something else than they did, with what they hold now; a whole address is one. */
export function changedFields<Values extends FieldValues>(before: Values, now: Values): Partial<Values> {
  // In an object, unlike in a list, what is undefined is not the same as null.
  const contentOf = (value: unknown) => hashKey([{ value }]);
  const changed = Object.entries(now).filter(([name, value]) => contentOf(value) !== contentOf(before[name]));
  return Object.fromEntries(changed) as Partial<Values>;
}

/**
 * Shows what was saved, except in fields that were changed since `sent` was on its way: those stay as they are, and
 * are answered.
 */
export function takeSaved<In extends FieldValues, Out>(
  form: Pick<UseFormReturn<In, unknown, Out>, 'getValues' | 'resetDefaultValues' | 'setValues'>,
  sent: In,
  saved: In,
): Partial<In> {
  const typedMeanwhile = changedFields(sent, form.getValues());
  form.resetDefaultValues(saved);
  // Not `reset`, which would replace an input that the user is typing in. The form mutates its values.
  form.setValues(structuredClone({ ...saved, ...typedMeanwhile }), { shouldDirty: true });
  return typedMeanwhile;
}

/** Shows an error of the server at the fields that it names, or as the form's own error. Returns its message. */
export function showFailure<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
): string {
  const { message, fields } = failureOf(error);
  const known = Object.entries(fields).filter(([name]) => name.replace(/\..*/, '') in form.getValues());
  for (const [index, [name, fieldMessage]] of known.entries())
    form.setError(name as Path<In>, { message: fieldMessage }, { shouldFocus: index === 0 });
  if (known.length === 0) form.setError('root', { message });
  return message;
}
