import { ImagePlus, Paperclip, SendHorizontal } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { messageLimit } from '#server/conversations/conversations.schema.ts';
import { isolate } from '#server/isolate.schema.ts';
import { api } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { IconButton } from '#src/components/button.tsx';
import { FileIconButton } from '#src/components/file-button.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { cn } from '#src/lib/cn.ts';
import { reachability } from '#src/lib/reachability.ts';
import type { KeptFile } from '#src/local/collections/message-input.ts';
import { forgetFile } from '#src/local/engine/files.ts';
import { accepted, attachFile, kindOf, problemOf } from './attach-files.ts';
import { AttachedFiles } from './attached-files.tsx';
import { texts } from './texts.ts';
import { useMessageDraft } from './use-message-draft.ts';
import type { MessageContent, SendingSteps } from './use-sending.tsx';

/** Milliseconds between two hints that a user is typing. */
const typingHintMs = 3_000;

interface ComposerProps {
  otherId: string;
  otherName: string;
  /** Above the box: what a message costs. */
  hint?: ReactNode;
  /** Whether the message that was sent last is not on its way yet. */
  isWaiting?: boolean;
  /** Sends a message. */
  onSend: (content: MessageContent, then: SendingSteps) => void;
}

/** Where a message is written: grows with it, and keeps it until it is sent. To be rendered with the user as its key. */
export function Composer({ otherId, otherName, hint, isWaiting = false, onSend }: ComposerProps) {
  const draft = useMessageDraft(otherId);
  const { content, change, forget, keep, restore } = draft;
  const { text, images, attachments } = content;
  const box = useRef<HTMLTextAreaElement>(null);
  const typing = useTypingHints(otherId);
  const adding = useAddFiles(draft);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const isBlank = text.trim() === '' && images.length + attachments.length === 0;
  const canSend = !isBlank && !isWaiting && adding.pending === 0;

  function send() {
    if (!canSend) return;
    onSend(
      { ...content, text: text.trim() },
      // The draft goes when the outbox has the message.
      { onBegin: () => forget(content), onKept: keep, onFailed: () => restore(content) },
    );
    typing.reset();
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // On a touch keyboard Enter is the only way to a new line.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || hasTouchKeyboard())
      return;
    event.preventDefault();
    send();
  }

  function remove({ fileId }: KeptFile) {
    const without = (files: readonly KeptFile[]) => files.filter((file) => file.fileId !== fileId);
    change((now) => ({ images: without(now.images), attachments: without(now.attachments) }));
    void forgetFile(fileId).catch(() => undefined);
    box.current?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- buttons attach files, too
    <form
      className={cn(
        'flex flex-col gap-2 border-line border-t bg-surface px-3 py-2.5 sm:px-4',
        isDraggedOver && 'bg-brand-soft',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event: DragEvent) => {
        setIsDraggedOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        adding.add([...event.dataTransfer.files]);
      }}
    >
      {hint}
      <AttachedFiles attached={content} pending={adding.pending} onRemove={remove} />
      <div className="flex items-end gap-1">
        <FileIconButton
          label={texts.composer.attachPictures}
          accept={accepted.images}
          multiple
          onPick={adding.add}
        >
          <ImagePlus aria-hidden />
        </FileIconButton>
        <FileIconButton
          label={texts.composer.attachFiles}
          accept={accepted.attachments}
          multiple
          onPick={adding.add}
        >
          <Paperclip aria-hidden />
        </FileIconButton>
        <Textarea
          ref={box}
          label={texts.composer.messageTo(isolate(otherName))}
          hideLabel
          compact
          className="mr-1 flex-1"
          value={text}
          maxLength={messageLimit}
          placeholder={texts.composer.writeAMessage}
          onKeyDown={onKeyDown}
          onPaste={(event: ClipboardEvent) => {
            const pictures = [...event.clipboardData.files].filter((file) => kindOf(file) === 'images');
            // Some programs copy a text as a picture, too.
            if (pictures.length === 0 || event.clipboardData.types.includes('text/plain')) return;
            event.preventDefault();
            adding.add(pictures);
          }}
          onChange={(event) => {
            change({ text: event.currentTarget.value });
            if (event.currentTarget.value !== '') typing.hint();
          }}
        />
        <IconButton type="submit" variant="primary" label={texts.composer.send} disabled={!canSend}>
          <SendHorizontal aria-hidden />
        </IconButton>
      </div>
    </form>
  );
}

const hasTouchKeyboard = () => matchMedia('(pointer: coarse)').matches;

/** Returns a function that attaches files, one after the other, and how many are still to be kept. */
function useAddFiles({ read, change }: ReturnType<typeof useMessageDraft>): {
  pending: number;
  add: (files: readonly File[]) => void;
} {
  const [pending, setPending] = useState(0);
  const queue = useRef<Promise<void>>(Promise.resolve());

  async function addOne(file: File): Promise<void> {
    const kind = kindOf(file);
    const problem = problemOf(read(), file);
    if (!kind || problem !== undefined)
      return toast.failed(problem ?? '', { title: file.name || texts.composer.failed });
    try {
      const kept = await attachFile(file);
      change((now) => ({ [kind]: [...now[kind], kept] }));
    } catch (error) {
      const words = error instanceof Error ? error.message : failureOf(error).message;
      toast.failed(words, { title: file.name || texts.composer.failed });
    }
  }

  return {
    pending,
    add(files) {
      setPending((count) => count + files.length);
      for (const file of files)
        queue.current = queue.current
          .then(() => addOne(file))
          .finally(() => setPending((count) => count - 1));
    },
  };
}
/** Returns functions that notify the other user that the viewer is typing (throttled), and that the message is sent. */
function useTypingHints(receiverId: string): { hint: () => void; reset: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reset = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    hint() {
      if (timer.current !== undefined || !reachability.isReachable()) return;
      timer.current = setTimeout(reset, typingHintMs);
      // Nobody misses a hint that does not arrive.
      api.connectivities.typing.mutate({ receiverId }).catch(() => undefined);
    },
    reset,
  };
}
