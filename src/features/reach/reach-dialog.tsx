import { Coins } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { trpc } from '#src/app/api.ts';
import { CoinsLink } from '#src/app/coins-link.tsx';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { fill } from '#src/lib/fill.ts';
import { walletCoins } from '#src/local/collections/wallet.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { texts } from './texts.ts';
import { type Price, type ReachOptions, useReach } from './use-reach.ts';

interface ReachDialogProps<P extends Price, Input>
  extends Omit<ReachOptions<P, Input>, 'initialText' | 'isIncomplete'> {
  title: string;
  description?: ReactNode;
  /** What does not work without a connection: "Inviting". */
  deed: string;
  initialText?: string;
  maxLength: number;
  /** The errors where nothing is written, and where nobody can be reached. */
  errors: { blank: string; nobody: string };
  /** Whether nobody is chosen yet. */
  isNobodyChosen?: boolean;
  /** Whom it reaches, as a sentence. */
  reach?: (price: P) => string;
  /** Asks before coins are spent. */
  question: { title?: string; describe: (price: P) => string; confirmLabel: string };
  /** Whether it can be sent to connected users alone. */
  canLeaveOut?: (price: P) => boolean;
  /** What is chosen above the text, with whether it was tried to send it. */
  children?: (wasSent: boolean) => ReactNode;
  onClose: () => void;
}

/**
 * Writes to many: to whom, the text, what it costs, and the question before coins are spent. To be rendered with its
 * place as the key.
 */
export function ReachDialog<P extends Price, Input>({
  title,
  description,
  deed,
  initialText = '',
  maxLength,
  errors,
  isNobodyChosen = false,
  reach,
  question,
  canLeaveOut,
  children,
  onClose,
  ...options
}: ReachDialogProps<P, Input>) {
  const formId = useId();
  const { price } = options;
  const form = useReach({ ...options, initialText, isIncomplete: isNobodyChosen });
  const walletCoin = useWalletCoin();
  const known = price.data;
  return (
    <>
      {/* Steps aside for the question, and is as it was when that is answered with No. */}
      <Dialog open={!form.isAsking} onOpenChange={(open) => !open && onClose()}>
        <DialogContent
          title={title}
          description={description}
          footer={
            <>
              <DialogClose asChild>
                <Button variant="secondary">{texts.reachDialog.cancel}</Button>
              </DialogClose>
              <Button
                type="submit"
                form={formId}
                loading={form.isSending || form.isLoading || price.isLoading}
              >
                {texts.reachDialog.send}
              </Button>
            </>
          }
        >
          <form
            id={formId}
            noValidate
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              // Within the tree of a post's card, though not within its part of the page.
              event.stopPropagation();
              form.submit();
            }}
          >
            <NeedsConnection deed={deed}>{texts.reachDialog.yourTextIsKept}</NeedsConnection>
            {children?.(form.wasSent)}
            <Textarea
              label={texts.reachDialog.message}
              required
              maxLength={maxLength}
              value={form.text}
              error={form.wasSent && form.isBlank ? errors.blank : undefined}
              onChange={(event) => form.change(event.currentTarget.value)}
            />
            <p role="status" className="flex min-h-10 items-start gap-2 text-muted text-sm">
              <Coins aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span>
                <span>
                  {price.isFailed ? texts.reachDialog.connectionError : sayPrice(known, reach, walletCoin)}
                </span>{' '}
                <CoinsLink />
              </span>
            </p>
            {form.unanswered && <Unanswered sentAt={form.unanswered.sentAt} isRetry={form.isRetry} />}
            {form.wasSent && known?.total === 0 && !isNobodyChosen && !form.isRetry && (
              <p role="alert" className="text-danger-ink text-sm">
                {errors.nobody}
              </p>
            )}
          </form>
        </DialogContent>
      </Dialog>
      {known && (
        <ConfirmDialog
          open={form.isAsking}
          onOpenChange={form.setIsAsking}
          tone="primary"
          title={question.title ?? title}
          description={question.describe(known)}
          confirmLabel={question.confirmLabel}
          cancelLabel={texts.reachDialog.no}
          alternative={
            canLeaveOut?.(known)
              ? { label: texts.reachDialog.onlyConnected, onChoose: () => form.agree(true) }
              : undefined
          }
          onConfirm={() => form.agree(false)}
        />
      )}
    </>
  );
}

/** Tells that something was sent to which no response came. */
function Unanswered({ sentAt, isRetry }: { sentAt: string; isRetry: boolean }) {
  return (
    <p role="status" className="rounded-lg bg-accent-soft px-4 py-2.5 text-accent-ink text-sm">
      {fill(texts.reachDialog.unanswered, { at: <RelativeTime time={sentAt} /> })}{' '}
      {isRetry ? texts.reachDialog.unansweredAsItWas : texts.reachDialog.unansweredAndChanged}
    </p>
  );
}

function useWalletCoin(): number | undefined {
  const id = useUser()?._id ?? '';
  const wallet = trpc.wallet.balance.useQuery({ id }, { enabled: id !== '' });
  return useLocal(walletCoins.read, []) ?? wallet.data?.walletCoin;
}

/** "120 people, 100 of them connected. This costs 20 coins. You have 98." */
function sayPrice<P extends Price>(
  price: P | undefined,
  reach: ((price: P) => string) | undefined,
  balance: number | undefined,
): string {
  if (!price) return texts.reachDialog.counting;
  const { costs, youHave } = texts.reachDialog;
  return [reach?.(price), costs(price.cost), balance !== undefined && youHave(balance)]
    .filter(Boolean)
    .join(' ');
}
