import { useEffect, useRef, useState } from 'react';
import { drafts } from './drafts.ts';
import { useDraft } from './use-draft.ts';

/** How old what was typed and is not kept may be, in milliseconds. */
const longestMs = 250;

interface TextDraft {
  text: string;
  change: (text: string) => void;
  /** Forgets it: it was sent. */
  clear: () => void;
}

/**
 * Returns a text that was begun under this name, or the one that it begins with, and keeps it on the device a moment
 * after each change. To be rendered with the name as the key.
 */
export function useTextDraft(key: string, initialText: string): TextDraft {
  const { values } = useDraft<{ text: string }>(key);
  const [typed, setTyped] = useState<string>();
  /** What is not kept yet, and the timer that keeps it. */
  const due = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);

  useEffect(() => {
    const keep = () => {
      if (!due.current) return;
      clearTimeout(due.current.timer);
      void drafts.keep(key, { text: due.current.text });
      due.current = undefined;
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);

  function stopWaiting() {
    if (due.current) clearTimeout(due.current.timer);
    due.current = undefined;
  }

  return {
    text: typed ?? values?.text ?? initialText,
    change(text) {
      setTyped(text);
      stopWaiting();
      const timer = setTimeout(() => {
        due.current = undefined;
        void drafts.keep(key, { text });
      }, longestMs);
      due.current = { text, timer };
    },
    clear() {
      setTyped(initialText);
      stopWaiting();
      void drafts.forget(key);
    },
  };
}
