import { useEffect, useRef } from 'react';
import { drafts } from '#src/local/drafts.ts';
import type { PostForm } from './post-form.ts';

/** How long typing pauses before it is kept, in milliseconds. */
const pause = 250;

/** Keeps what is typed on this device until it is saved. Answers how to forget it. */
export function useKeptDraft(key: string, form: PostForm): () => Promise<void> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const keep = () => {
      clearTimeout(timer.current);
      void drafts.keep(key, form.getValues());
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(keep, pause);
      },
    });
    // A page that is left in the middle of a word keeps what it can.
    const keepUnfinished = () => {
      if (form.formState.isDirty) keep();
    };
    addEventListener('pagehide', keepUnfinished);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('pagehide', keepUnfinished);
      stop();
    };
  }, [form, key]);

  return () => {
    clearTimeout(timer.current);
    return drafts.forget(key);
  };
}
