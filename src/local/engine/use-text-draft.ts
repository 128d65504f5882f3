import { useEffect, useRef, useState } from 'react';
import { useDraftWriter } from './draft-writer.ts';
import { useDraft } from './use-draft.ts';

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
  const writer = useDraftWriter<Kept<Note>>(key);
  useEffect(() => {
    latest.current = content;
  });

  function set(next: Kept<Note>): void {
    latest.current = next;
    setChanged(next);
  }

  return {
    isLoading,
    text: content.text,
    note: content.note,
    change(text) {
      set({ ...latest.current, text });
      writer.later(() => latest.current);
    },
    keepNote(note) {
      const next = { text: latest.current.text, note };
      set(next);
      return writer.now(note === undefined && next.text === initialText ? undefined : next);
    },
    clear() {
      set({ text: initialText });
      void writer.now(undefined);
    },
  };
}
