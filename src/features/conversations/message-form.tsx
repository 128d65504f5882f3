import { Coins } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { blankMessage, messageLimit } from '#server/conversations/conversations.schema.ts';
import { trpc } from '#src/app/api.ts';
import { CoinsLink } from '#src/app/coins-link.tsx';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { useOnline } from '#src/lib/use-online.ts';
import type { Outcome } from '#src/local/engine/outcome.ts';
import { texts } from './message-form.texts.ts';
import { useMessageDraft } from './use-message-draft.ts';
import { type Price, usePrice } from './use-price.ts';
import { useSending } from './use-sending.tsx';

interface MessageFormProps {
  otherId: string;
  otherName: string;
  /** The way out, without sending. */
  cancel: ReactNode;
  /** Called once the message is kept on the device. */
  onSent: () => void;
}

/** A message to one user outside of their conversation: what it costs, the text, Cancel and Send. */
export function MessageForm({ otherId, otherName, cancel, onSent }: MessageFormProps) {
  const { content, change, forget, keep } = useMessageDraft(otherId);
  const { text } = content;
  const [isKeeping, setIsKeeping] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const price = usePrice(otherId);
  const sending = useSending(otherId, otherName);
  const isBlank = text.trim() === '' && content.images.length + content.attachments.length === 0;

  return (
    <>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // Within the tree of a card, though not within its part of the page.
          event.stopPropagation();
          setWasSent(true);
          if (isBlank) return;
          sending.send({ ...content, text: text.trim() }, price, {
            onBegin: () => setIsKeeping(true),
            onFailed: () => setIsKeeping(false),
            onKept: (outcome) => {
              setIsKeeping(false);
              setWasSent(false);
              forget(content);
              keep();
              onSent();
              void outcome().then(toastSent);
            },
          });
        }}
      >
        <PriceNote price={price} />
        {price.isUnreachable ? (
          <p role="status" className="font-medium text-muted text-sm">
            {texts.messageForm.canNotSend}
          </p>
        ) : (
          <Textarea
            label={texts.messageForm.message}
            required
            maxLength={messageLimit}
            value={text}
            error={wasSent && isBlank ? blankMessage : undefined}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
          {cancel}
          <Button type="submit" loading={isKeeping || sending.isWaiting} disabled={price.isUnreachable}>
            {texts.messageForm.send}
          </Button>
        </div>
      </form>
      {sending.question}
    </>
  );
}

/** What became of a message; a rejection is shown where all of them are, in the menu of what is not sent. */
function toastSent(outcome: Outcome): void {
  if (outcome === 'done') toast.success(texts.messageForm.sent);
  else if (outcome === 'failed') toast.failed(texts.messageForm.notSent, { title: texts.messageForm.failed });
  else toast.later(texts.messageForm.keptHere);
}

/** Whether a message costs something, and how many coins there are for it. */
function PriceNote({ price }: { price: Price }) {
  const ownId = useUser()?._id ?? '';
  const isOnline = useOnline();
  const wallet = trpc.wallet.balance.useQuery(
    { id: ownId },
    { enabled: ownId !== '' && price.isConnected === false },
  );
  const coins = wallet.data?.walletCoin;
  return (
    <p role="status" className="flex min-h-10 items-start gap-2 text-pretty text-muted text-sm">
      <Coins aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <span>
          {price.isFailed
            ? isOnline
              ? texts.messageForm.connectionError
              : texts.messageForm.offline
            : price.isConnected === undefined
              ? ''
              : price.isConnected
                ? texts.messageForm.connected
                : `${texts.messageForm.notConnected}${coins === undefined ? '' : ` ${texts.messageForm.youHave(coins)}`}`}
        </span>{' '}
        {price.isConnected === false && <CoinsLink />}
      </span>
    </p>
  );
}
