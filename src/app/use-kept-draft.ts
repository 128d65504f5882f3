import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { drafts } from '#src/local/drafts.ts';

/** How old what was typed and is not kept may be, in milliseconds, also while somebody types on without a pause. */
const longest = 250;

/** Keeps what is typed on this device until it is saved. Answers how to forget it. */
export function useKeptDraft<In extends FieldValues, Out>(
  key: string,
  form: UseFormReturn<In, unknown, Out>,
): () => Promise<void> {
  /** Set while something was typed that is not kept yet. */
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const keep = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      void drafts.keep(key, form.getValues());
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        timer.current ??= setTimeout(keep, longest);
      },
    });
    // A page that is left in the middle of a word keeps what it can.
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      stop();
      keep();
    };
  }, [form, key]);

  return () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    return drafts.forget(key);
  };
}
