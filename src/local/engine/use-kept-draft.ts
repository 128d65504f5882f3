import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { changedFields } from '#src/app/form.ts';
import { useDraftWriter } from './draft-writer.ts';

interface KeptDraft<Values> {
  /** Something else is saved by now: only what the form holds beyond that is kept. */
  rebase: (saved: Values) => Promise<void>;
  /** Nothing of it is wanted any more, nor of what is typed until the form is gone. */
  forget: () => Promise<void>;
}

/**
 * Keeps what is typed on this device until it is saved. Where it changes something that exists, `loaded`, only the
 * fields that differ from it are kept: the others may be changed elsewhere before the user comes back to this.
 */
export function useKeptDraft<In extends FieldValues, Out>(
  key: string,
  form: UseFormReturn<In, unknown, Out>,
  loaded?: In,
): KeptDraft<In> {
  const writer = useDraftWriter<Partial<In>>(key);
  /** What the form began with. What is loaded later was never in it. */
  const base = useRef(loaded);
  const isOver = useRef(false);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => {
          if (!isOver.current) writer.later(() => beyond(base.current, form.getValues()));
        },
      }),
    [form, writer],
  );

  return {
    rebase(saved) {
      base.current = saved;
      return writer.now(beyond(saved, form.getValues()));
    },
    forget() {
      isOver.current = true;
      return writer.now(undefined);
    },
  };
}

/** Returns what differs from what is saved, or undefined where nothing does; without that, all of it. */
function beyond<Values extends FieldValues>(
  saved: Values | undefined,
  values: Values,
): Partial<Values> | undefined {
  const typed = saved ? changedFields(saved, values) : values;
  return Object.keys(typed).length > 0 ? typed : undefined;
}
