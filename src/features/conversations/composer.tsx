import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { messageLimit } from '#server/conversations/conversations.schema.ts';
import { api } from '#src/app/api.ts';
import { IconButton } from '#src/components/button.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { reachability } from '#src/lib/reachability.ts';
import type { MessageContent } from './use-sending.tsx';
import { messageDraftKey, useTextDraft } from './use-text-draft.ts';

/** Milliseconds between two hints that somebody is typing. */
const typingHintMs = 3_000;

interface ComposerProps {
  otherId: string;
  otherName: string;
  /** Above the box: what a message costs. */
  hint?: ReactNode;
  /** Sends it; calls back once it is kept. */
  onSend: (content: MessageContent, onKept: () => void) => void;
}

/** Where a message is written: grows with it, and keeps it until it is sent. To be rendered with the user as its key. */
export function Composer({ otherId, otherName, hint, onSend }: ComposerProps) {
  const [text, setText] = useTextDraft(messageDraftKey(otherId));
  const box = useRef<HTMLTextAreaElement>(null);
  const typing = useTypingHints(otherId);
  const isBlank = text.trim() === '';

  function send() {
    if (isBlank) return;
    onSend({ text: text.trim(), images: [], attachments: [] }, () => setText(''));
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

  return (
    <form
      className="flex flex-col gap-2 border-line border-t bg-surface px-3 py-2.5 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {hint}
      <div className="flex items-end gap-2">
        <Textarea
          ref={box}
          label={`Message to ${otherName}`}
          hideLabel
          compact
          className="flex-1"
          value={text}
          maxLength={messageLimit}
          placeholder="Write a message"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value !== '') typing.hint();
          }}
        />
        <IconButton type="submit" variant="primary" label="Send" disabled={isBlank}>
          <SendHorizontal aria-hidden />
        </IconButton>
      </div>
    </form>
  );
}

const hasTouchKeyboard = () => matchMedia('(pointer: coarse)').matches;

/** Returns functions that tell the other one that the viewer is typing, seldom within one message, and that it is sent. */
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
