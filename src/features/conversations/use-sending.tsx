import { type ReactNode, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { api } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { toast } from '#src/components/toast.ts';
import type { KeptFile, SendMessage } from '#src/local/collections/message-input.ts';
import type { ShownMessage } from '#src/local/collections/shown-messages.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { retry as retryMutation } from '#src/local/engine/outbox.ts';
import type { Outcome } from '#src/local/engine/outcome.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { texts } from './message-form.texts.ts';
import { highestCost, type Price } from './use-price.ts';

/** What a message holds. */
export interface MessageContent {
  text: string;
  images: KeptFile[];
  attachments: KeptFile[];
}

/** What follows a message that is sent: each step at most once. */
export interface SendingSteps {
  /** It is on its way into the outbox, and on the screen: after the question, if there is one. */
  onBegin?: () => void;
  /** The outbox has it. */
  onKept?: (outcome: () => Promise<Outcome>) => void;
  /** The device could not keep it, and a toast shows why. */
  onFailed?: () => void;
}

/** What is asked about: a message, its price, and what follows. */
interface Question {
  message: SendMessage;
  steps: SendingSteps;
}

interface Sending {
  /** Sends a message, after the question where it costs something. Does nothing while another waits for its price. */
  send: (content: MessageContent, price: Pick<Price, 'cost' | 'readCost'>, steps: SendingSteps) => void;
  /** Whether a message waits for its price to be loaded. */
  isWaiting: boolean;
  /** Sends a rejected message again: where its price has changed, after the question. */
  retry: (message: ShownMessage) => Promise<void>;
  /** The question, to be rendered. */
  question: ReactNode;
}

/** Sends messages to one user through the outbox, and asks before one is paid for. */
export function useSending(otherId: string, about: string): Sending {
  const ownId = useUser()?._id ?? '';
  const [asked, setAsked] = useState<Question>();
  const [isWaiting, setIsWaiting] = useState(false);
  const waits = useRef(false);

  async function keep({ message, steps }: Question): Promise<void> {
    const kept = tryMutate({ name: 'send-message', input: message, about });
    steps.onBegin?.();
    const outcome = await kept;
    if (outcome) steps.onKept?.(outcome);
    else steps.onFailed?.();
  }
  function ask(question: Question): void {
    if (question.message.cost > 0) setAsked(question);
    else void keep(question);
  }

  return {
    isWaiting,
    send(content, { cost, readCost }, steps) {
      if (waits.current) return;
      const begin = (known: number | undefined) =>
        ask({ message: { messageId: uuid(), otherId, cost: known ?? highestCost, ...content }, steps });
      if (cost !== undefined) return begin(cost);
      // Nobody is asked to pay for what may turn out to cost nothing.
      waits.current = true;
      setIsWaiting(true);
      void readCost()
        .catch(() => undefined)
        .then(begin)
        .finally(() => {
          waits.current = false;
          setIsWaiting(false);
        });
    },
    async retry({ opId, reason }) {
      const db = localDatabase();
      if (!db || opId === undefined) return;
      const row = await db.outbox.get(opId);
      if (reason !== 'price-changed' || !row) return retryMutation(db, opId);
      const price = await api.conversations.price
        .query({ id: ownId, receivers: [otherId] })
        .catch((error: unknown) => {
          toast.failed(failureOf(error).message, { title: texts.sending.failed });
        });
      if (!price) return;
      // The same message at another price takes the place of the rejected one.
      ask({ message: { ...(row.input as SendMessage), cost: price.cost }, steps: {} });
    },
    question: (
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        tone="primary"
        title={texts.sending.sendMessage}
        description={asked && texts.sending.priceQuestion(asked.message.cost)}
        confirmLabel={texts.sending.yes}
        cancelLabel={texts.sending.no}
        onConfirm={async () => {
          if (asked) await keep(asked);
        }}
      />
    ),
  };
}
