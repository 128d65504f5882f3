import { useEffect, useRef, useState } from 'react';
import { drafts } from './drafts.ts';
import { useDraft } from './use-draft.ts';

/** How old what was typed and is not kept may be, in milliseconds. */
const longestMs = 250;

/** What is kept under a name. */
interface Kept<Note> {
  text: string;
  note?: Note | undefined;
}

interface TextDraft<Note> {
  /** Whether it is still being read from the device. */
  isLoading: boolean;
  text: string;
  /** What is kept beside the text. */
  note: Note | undefined;
  change: (text: string) => void;
  /** Keeps a note beside the text, or none; resolves once the device has it. */
  keepNote: (note: Note | undefined) => Promise<void>;
  /** Forgets it: it was sent. */
  clear: () => void;
}

/**
 * Returns a text that was begun under this name, or the one that it begins with, and keeps it on the device a moment
 * after each change, with a note. To be rendered with the name as the key.
 */
export function useTextDraft<Note = never>(key: string, initialText: string): TextDraft<Note> {
  const { isLoading, values } = useDraft<Kept<Note>>(key);
  const [changed, setChanged] = useState<Kept<Note>>();
  const content = changed ?? values ?? { text: initialText };
  const latest = useRef(content);
  /** Whether something is not kept yet, and the timer that keeps it. */
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = content;
  });

  useEffect(() => {
    const keep = () => {
      if (due.current === undefined) return;
      clearTimeout(due.current);
      due.current = undefined;
      void drafts.keep(key, latest.current);
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);

  function set(next: Kept<Note>): void {
    latest.current = next;
    setChanged(next);
    clearTimeout(due.current);
    due.current = undefined;
  }

  return {
    isLoading,
    text: content.text,
    note: content.note,
    change(text) {
      set({ ...latest.current, text });
      due.current = setTimeout(() => {
        due.current = undefined;
        void drafts.keep(key, latest.current);
      }, longestMs);
    },
    keepNote(note) {
      const { text } = latest.current;
      set({ text, note });
      return note === undefined && text === initialText
        ? drafts.forget(key)
        : drafts.keep(key, { text, note });
    },
    clear() {
      set({ text: initialText });
      void drafts.forget(key);
    },
  };
}
