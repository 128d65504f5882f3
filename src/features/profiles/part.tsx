import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Card } from '#src/components/card.tsx';
import { Folded } from '#src/components/folded.tsx';
import type { StepPath } from './steps.ts';

interface PartProps<In extends FieldValues, Out> {
  /** The step that this is in: there it is folded. As a setting it is open. */
  step: StepPath | undefined;
  form: UseFormReturn<In, unknown, Out>;
  /** The fields in it. It opens where one of them is to be corrected. */
  names: readonly Path<In>[];
  /** Whether it is open to begin with; absent: where something is entered in it. */
  startsOpen?: boolean | undefined;
  title: string;
  hint?: string | undefined;
  children: ReactNode;
}

/** Fields of a section that nobody has to fill in. */
export function Part<In extends FieldValues, Out>({
  step,
  form,
  names,
  startsOpen = names.some((name) => isEntered(form.getValues(name))),
  title,
  hint,
  children,
}: PartProps<In, Out>) {
  if (step === undefined) return <Card className="flex flex-col gap-5">{children}</Card>;
  const hasError = names.some((name) => form.getFieldState(name, form.formState).invalid);
  return (
    <Folded title={title} hint={hint} startsOpen={startsOpen} hasError={hasError}>
      {children}
    </Folded>
  );
}

const isEntered = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
