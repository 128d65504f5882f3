import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { changedFields } from '#src/app/form.ts';
import { drafts } from './drafts.ts';

/** How old what was typed and is not kept may be, in milliseconds, also while the user types on without a pause. */
const longest = 250;

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
  /** Set while something was typed that is not kept yet. */
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the form began with. What is loaded later was never in it. */
  const base = useRef(loaded);
  const isOver = useRef(false);

  useEffect(() => {
    const keep = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      void keepBeyond(base.current, key, form.getValues());
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        if (!isOver.current) timer.current ??= setTimeout(keep, longest);
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

  function stopWaiting() {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  return {
    rebase(saved) {
      stopWaiting();
      base.current = saved;
      return keepBeyond(saved, key, form.getValues());
    },
    forget() {
      stopWaiting();
      isOver.current = true;
      return drafts.forget(key);
    },
  };
}

/** Keeps what differs from what is saved; without that, all of it. */
function keepBeyond<Values extends FieldValues>(
  saved: Values | undefined,
  key: string,
  values: Values,
): Promise<void> {
  const typed = saved ? changedFields(saved, values) : values;
  return Object.keys(typed).length > 0 ? drafts.keep(key, typed) : drafts.forget(key);
}
