import { useEffect, useRef } from 'react';
import { drafts } from '#src/local/drafts.ts';
import type { PostForm } from './post-form.ts';

/** How long typing pauses before it is kept, in milliseconds. */
const pause = 400;

/** Keeps what is typed on this device until it is saved. Answers how to forget it. */
export function useKeptDraft(key: string, form: PostForm): () => Promise<void> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void drafts.keep(key, values), pause);
      },
    });
    return () => {
      clearTimeout(timer.current);
      stop();
    };
  }, [form, key]);

  return () => {
    clearTimeout(timer.current);
    return drafts.forget(key);
  };
}
