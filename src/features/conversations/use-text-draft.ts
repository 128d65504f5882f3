import { useEffect, useRef, useState } from 'react';
import { drafts } from '#src/local/engine/drafts.ts';
import { useDraft } from '#src/local/engine/use-draft.ts';

/** How old what was typed and is not kept may be, in milliseconds. */
const longestMs = 250;

/** The name under which the text to a user is kept, wherever it was begun. */
export const messageDraftKey = (otherId: string): string => `message ${otherId}`;

/**
 * Returns a text that is kept on the device as it is typed, under a name that stays the same while it is rendered; and
 * a function that changes it.
 */
export function useTextDraft(key: string): [text: string, change: (text: string) => void] {
  const { isLoading, values } = useDraft<{ text: string }>(key);
  const [typed, setTyped] = useState<string>();
  /** What is to be kept, and the timer that keeps it. */
  const due = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);

  useEffect(() => {
    const keep = () => {
      if (!due.current) return;
      clearTimeout(due.current.timer);
      keepText(key, due.current.text);
      due.current = undefined;
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);

  function change(text: string): void {
    setTyped(text);
    if (due.current) clearTimeout(due.current.timer);
    due.current = undefined;
    // What was sent must not come back.
    if (text === '') return keepText(key, text);
    const timer = setTimeout(() => {
      due.current = undefined;
      keepText(key, text);
    }, longestMs);
    due.current = { text, timer };
  }

  return [typed ?? (isLoading ? '' : (values?.text ?? '')), change];
}

/** Keeps a text, or forgets what was kept where it is empty. */
function keepText(key: string, text: string): void {
  void (text === '' ? drafts.forget(key) : drafts.keep(key, { text }));
}
