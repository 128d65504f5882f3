import { Check, CheckCheck, CircleAlert, Clock, LoaderCircle } from 'lucide-react';
import { memo } from 'react';
import { Button } from '#src/components/button.tsx';
import { Progress } from '#src/components/progress.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { cn } from '#src/lib/cn.ts';
import { exactTime } from '#src/lib/relative-time.ts';
import { parseRichText } from '#src/lib/rich-text.ts';
import type { ShownMessage } from '#src/local/collections/shown-messages.ts';
import { timeOfDay } from './days.ts';
import { LinkCard } from './link-card.tsx';
import { MessageAttachments, MessageImages } from './message-files.tsx';
import { texts } from './texts.ts';

interface MessageBubbleProps {
  message: ShownMessage;
  otherName: string;
  /** Whether it goes on from the message above it. */
  continues: boolean;
  onRetry: (message: ShownMessage) => void;
  onDiscard: (message: ShownMessage) => void;
  /** Set on the message that was searched for: it stands out, and takes the focus. */
  foundRef?: ((element: HTMLElement | null) => void) | undefined;
}

/** Renders a message: its content, its time, and the state of an own one. */
export const MessageBubble = memo(function MessageBubble({
  message,
  otherName,
  continues,
  onRetry,
  onDiscard,
  foundRef,
}: MessageBubbleProps) {
  const { isOwn, text, images, attachments, postLink, organizationLink, state, progress } = message;
  const hasFailed = state === 'failed';
  return (
    <article
      {...(foundRef && { ref: foundRef, tabIndex: -1 })}
      className={cn(
        'flex flex-col gap-1 px-3 focus-visible:outline-none sm:px-4',
        continues ? 'pt-1' : 'pt-3',
        isOwn ? 'items-end' : 'items-start',
      )}
    >
      <div
        className={cn(
          'flex min-w-20 max-w-[85%] flex-col gap-1 rounded-lg px-3.5 pt-2 pb-1.5 text-base md:max-w-[75%] md:text-sm',
          isOwn ? 'rounded-br-sm bg-brand-soft' : 'rounded-bl-sm bg-sunken',
          hasFailed && 'border border-danger-ink/50 bg-danger-soft',
          foundRef && 'outline-2 outline-accent-ink outline-offset-2',
        )}
      >
        <span className="sr-only">
          {isOwn ? texts.messageBubble.youSay : texts.messageBubble.says(otherName)}
        </span>
        {text !== '' && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            <RichText parts={parseRichText(text)} />
          </p>
        )}
        <MessageImages images={images} from={isOwn ? texts.messageBubble.fromYou : otherName} />
        <MessageAttachments attachments={attachments} />
        {postLink !== null && <LinkCard link={postLink} />}
        {organizationLink !== null && <LinkCard link={organizationLink} />}
        {state === 'sending' && progress !== undefined && (
          <Progress label={texts.messageBubble.sending} value={progress * 100} className="w-48" />
        )}
        {!hasFailed && <Foot message={message} />}
      </div>
      {hasFailed && <Failure problem={message.problem} />}
      {hasFailed && message.opId !== undefined && (
        <div className="flex gap-1">
          <Button variant="soft" size="sm" onClick={() => onRetry(message)}>
            {texts.messageBubble.retry}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => onDiscard(message)}>
            {texts.messageBubble.discard}
          </Button>
        </div>
      )}
    </article>
  );
});

/** When a message was sent, and what became of an own one. */
function Foot({ message: { isOwn, createdAt, state } }: { message: ShownMessage }) {
  const time = new Date(createdAt);
  return (
    <p className="flex items-center gap-1 self-end text-muted text-xs [&_svg]:size-3.5">
      <time dateTime={createdAt} title={exactTime(time)}>
        {timeOfDay(time)}
      </time>
      {isOwn && state !== 'failed' && <State state={state} />}
    </p>
  );
}

/** That a message was not sent, and why. */
function Failure({ problem }: { problem: string | undefined }) {
  return (
    <p className="flex max-w-[85%] items-start gap-1.5 text-danger-ink text-xs">
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      <span>
        <strong className="font-semibold">{texts.messageBubble.notSent}</strong>
        {problem !== undefined && ` · ${problem}`}
      </span>
    </p>
  );
}

function State({ state }: { state: Exclude<ShownMessage['state'], 'failed'> }) {
  switch (state) {
    case 'waiting':
      return (
        <>
          <Clock aria-hidden /> {texts.messageBubble.waitingForAConnection}
        </>
      );
    case 'queued':
      return (
        <>
          <Clock aria-hidden /> {texts.messageBubble.waiting}
        </>
      );
    case 'sending':
      return (
        <>
          <LoaderCircle aria-hidden className="animate-spin" />
          <span className="sr-only">{texts.messageBubble.sending}</span>
        </>
      );
    case 'sent':
      return (
        <>
          <Check aria-hidden />
          <span className="sr-only">{texts.messageBubble.sent}</span>
        </>
      );
    case 'read':
      return (
        <>
          <CheckCheck aria-hidden className="text-brand-ink" />
          <span className="sr-only">{texts.messageBubble.read}</span>
        </>
      );
  }
}
