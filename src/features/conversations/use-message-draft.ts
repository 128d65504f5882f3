import { useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '#src/local/engine/drafts.ts';
import { useDraft } from '#src/local/engine/use-draft.ts';
import type { MessageContent } from './use-sending.tsx';

/** How old what was typed and is not kept may be, in milliseconds. */
const longestMs = 250;

const nothing: MessageContent = { text: '', images: [], attachments: [] };

const isEmpty = ({ text, images, attachments }: MessageContent) =>
  text === '' && images.length === 0 && attachments.length === 0;

interface MessageDraft {
  content: MessageContent;
  /** Returns what there is by now, for what comes after a while. */
  read: () => MessageContent;
  change: (change: Partial<MessageContent> | ((content: MessageContent) => Partial<MessageContent>)) => void;
  /** Forgets what was sent, and keeps what was written or attached since: here at once, on the device a moment later. */
  forget: (sent: MessageContent) => void;
  /** Writes what is still to be kept to the device now. */
  keep: () => void;
  /** Brings what was not sent back, before what was written or attached since. */
  restore: (unsent: MessageContent) => void;
}

/**
 * Returns what was begun to be written to a user, wherever that was, and keeps it on the device as it changes: the text
 * a moment later, files at once. To be rendered with the user as the key.
 */
export function useMessageDraft(otherId: string): MessageDraft {
  const key = `message ${otherId}`;
  const { isLoading, values } = useDraft<Partial<MessageContent>>(key);
  const [changed, setChanged] = useState<MessageContent>();
  /** What is to be kept, and the timer that keeps it. */
  const due = useRef<{ content: MessageContent; timer: ReturnType<typeof setTimeout> }>(undefined);
  const content = changed ?? (isLoading ? nothing : { ...nothing, ...values });
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
  });

  const keep = useCallback(() => {
    if (!due.current) return;
    clearTimeout(due.current.timer);
    keepContent(key, due.current.content);
    due.current = undefined;
  }, [key]);
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  function set(next: MessageContent, isUrgent: boolean): void {
    latest.current = next;
    setChanged(next);
    if (due.current) clearTimeout(due.current.timer);
    due.current = undefined;
    if (isUrgent) return keepContent(key, next);
    const timer = setTimeout(() => {
      due.current = undefined;
      keepContent(key, next);
    }, longestMs);
    due.current = { content: next, timer };
  }

  return {
    content,
    read: () => latest.current,
    change(change) {
      const fields = typeof change === 'function' ? change(latest.current) : change;
      set(
        { ...latest.current, ...fields },
        Object.keys(fields).some((name) => name !== 'text'),
      );
    },
    forget: (sent) => set(without(latest.current, sent), false),
    keep,
    restore: ({ text, images, attachments }) => {
      const { current: now } = latest;
      const content = {
        text: text + now.text,
        images: [...images, ...now.images],
        attachments: [...attachments, ...now.attachments],
      };
      set(content, true);
    },
  };
}

/** Returns what is left of a message without what was sent of it. */
function without(content: MessageContent, sent: MessageContent): MessageContent {
  const rest = (files: MessageContent['images'], gone: MessageContent['images']) =>
    files.filter(({ fileId }) => !gone.some((file) => file.fileId === fileId));
  return {
    text: content.text.startsWith(sent.text) ? content.text.slice(sent.text.length) : content.text,
    images: rest(content.images, sent.images),
    attachments: rest(content.attachments, sent.attachments),
  };
}

/** Keeps what was begun, or forgets what was kept where nothing is left of it. */
function keepContent(key: string, content: MessageContent): void {
  void (isEmpty(content) ? drafts.forget(key) : drafts.keep(key, content));
}
