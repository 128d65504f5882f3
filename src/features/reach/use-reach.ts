import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { utils } from '#src/app/api.ts';
import { answerOf, failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.ts';
import { now } from '#src/lib/server-clock.ts';
import { useTextDraft } from '#src/local/engine/use-text-draft.ts';

/** What it costs to reach many, as the server has it. */
export interface Price {
  /** How many are reached. */
  total: number;
  /** In coins. */
  cost: number;
}

/** What is agreed to. */
export interface Agreed {
  text: string;
  /** The price that was shown, in coins. */
  cost: number;
  /** Whether those who cost coins are left out. */
  isFreeOnly: boolean;
}

/** What was agreed to and sent. */
interface Attempt<Input> {
  /** Names it to the server, which does it once. */
  id: string;
  text: string;
  /** Whom it reaches, as JSON. */
  whom: string;
  /** What is sent: the same, however often. */
  input: Input;
  /** A UTC instant, ISO 8601. */
  sentAt: string;
}

/** A price that is being asked for. */
export interface PriceQuery<P extends Price> {
  /** Undefined as long as it is not known. */
  data: P | undefined;
  isLoading: boolean;
  isFailed: boolean;
  refetch: () => unknown;
}

export interface ReachOptions<P extends Price, Input> {
  /** The name under which the text is kept on the device until it is sent. */
  place: string;
  initialText: string;
  /** Whom it reaches: anything that JSON can hold. */
  whom: unknown;
  price: PriceQuery<P>;
  /** Whether something else is missing, as somebody who was chosen. */
  isIncomplete: boolean;
  /** Returns what to send; it is kept as JSON until the server has responded. */
  compose: (agreed: Agreed) => Input;
  /** Sends it under its name, and says so; rejects with what the server responded. */
  send: (id: string, input: Input) => Promise<void>;
  /** The title of the toast where it is not sent. */
  failed: string;
}

/**
 * Writes to many: keeps the text, and sends it once, at the price that was agreed to. What was sent without a response
 * is kept on the user's device with its name and terms, and sent again as it was, until the server has said what became
 * of it. Only then does another price count: nothing is sent or paid for twice.
 */
export function useReach<P extends Price, Input>({
  place,
  initialText,
  whom,
  price,
  isIncomplete,
  compose,
  send,
  failed,
}: ReachOptions<P, Input>) {
  const draft = useTextDraft<Attempt<Input>>(`reach ${place}`, initialText);
  const [wasSent, setWasSent] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const { text, note: unanswered } = draft;
  const people = JSON.stringify(whom);
  const isBlank = text.trim() === '';
  const isRetry = unanswered !== undefined && unanswered.text === text && unanswered.whom === people;

  async function go(attempt: Attempt<Input>): Promise<void> {
    setIsSending(true);
    try {
      await draft.keepNote(attempt);
      await send(attempt.id, attempt.input);
      draft.clear();
      setWasSent(false);
    } catch (error) {
      if (isDecided(error)) await draft.keepNote(undefined);
      toast.failed(failureOf(error).message, { title: failed });
    } finally {
      setIsSending(false);
      // Without a network these wait for one: nothing here waits for them.
      void Promise.all([
        utils.wallet.invalidate(),
        utils.invitations.invalidate(),
        utils.cultivations.invalidate(),
        price.refetch(),
      ]);
    }
  }

  const begin = (cost: number, isFreeOnly: boolean) =>
    go({
      id: uuid(),
      text,
      whom: people,
      input: compose({ text, cost, isFreeOnly }),
      sentAt: now().toISOString(),
    });

  function submit(): void {
    setWasSent(true);
    // The price of what may be done already is another one. What was agreed to is sent again, and done once.
    if (isRetry) return void go(unanswered);
    if (isBlank || isIncomplete || draft.isLoading) return;
    if (!price.data) return void price.refetch();
    if (price.data.total === 0) return;
    if (price.data.cost > 0) setIsAsking(true);
    else void begin(0, false);
  }

  return {
    text,
    change: draft.change,
    isBlank,
    /** Whether it was tried to send it, so that what is missing is shown. */
    wasSent,
    isAsking,
    setIsAsking,
    isSending,
    isLoading: draft.isLoading,
    /** What was sent and may have arrived: no response came. */
    unanswered,
    /** Whether sending now sends that again. */
    isRetry,
    submit,
    /** Sends it at its price, or to those who cost nothing. */
    agree: (isFreeOnly: boolean) => begin(isFreeOnly ? 0 : (price.data?.cost ?? 0), isFreeOnly),
  };
}

/** Responses that do not tell what became of the same thing when it was sent before: not signed in, and too often. */
const undecided = [401, 429];

/** Whether the server has said that it is not done; not so where no response came, or one that does not tell. */
function isDecided(error: unknown): boolean {
  const answer = answerOf(error);
  return answer !== undefined && answer.httpStatus < 500 && !undecided.includes(answer.httpStatus);
}
