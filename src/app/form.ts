import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { failureOf } from './failure.ts';

/**
 * A form over one of the server's schemas: complaints appear when a field is left and on submit, and the first
 * bad field gets the focus. Values stay as they were typed until the server has taken them.
 */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  return useForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  });
}

/**
 * Shows why the server refused: at the fields that it named, or as the form's own error. Answers the sentence.
 */
export function showFailure<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
): string {
  const { message, fields } = failureOf(error);
  const known = Object.entries(fields).filter(([name]) => name.replace(/\..*/, '') in form.getValues());
  for (const [index, [name, complaint]] of known.entries())
    form.setError(name as Path<In>, { message: complaint }, { shouldFocus: index === 0 });
  if (known.length === 0) form.setError('root', { message });
  return message;
}
