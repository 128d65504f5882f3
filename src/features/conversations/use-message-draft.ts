import { useEffect, useRef, useState } from 'react';
import { useDraftWriter } from '#src/local/engine/draft-writer.ts';
import { useDraft } from '#src/local/engine/use-draft.ts';
import type { MessageContent } from './use-sending.tsx';

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
  const content = changed ?? (isLoading ? nothing : { ...nothing, ...values });
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
  });

  const writer = useDraftWriter<MessageContent>(key);
  function set(next: MessageContent): MessageContent | undefined {
    latest.current = next;
    setChanged(next);
    return isEmpty(next) ? undefined : next;
  }
  const setSoon = (next: MessageContent) => {
    const kept = set(next);
    writer.later(() => kept);
  };
  const setNow = (next: MessageContent) => void writer.now(set(next));

  return {
    content,
    read: () => latest.current,
    change(change) {
      const fields = typeof change === 'function' ? change(latest.current) : change;
      const isOnlyText = Object.keys(fields).every((name) => name === 'text');
      (isOnlyText ? setSoon : setNow)({ ...latest.current, ...fields });
    },
    forget: (sent) => setSoon(without(latest.current, sent)),
    keep: () => writer.flush(),
    restore: ({ text, images, attachments }) => {
      const { current: now } = latest;
      setNow({
        text: text + now.text,
        images: [...images, ...now.images],
        attachments: [...attachments, ...now.attachments],
      });
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
