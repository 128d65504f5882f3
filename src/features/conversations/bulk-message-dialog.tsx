import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useId, useState } from 'react';
import { nobodyToSend } from '#server/conversations/bulk.schema.ts';
import { blankMessage, messageLimit } from '#server/conversations/conversations.schema.ts';
import { api, type RouterInputs, trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { Select } from '#src/components/select.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { keptIds } from '#src/lib/kept-ids.ts';
import { walletCoins } from '#src/local/collections/wallet.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { useMessageDraft } from './use-message-draft.ts';

type Group = Pick<RouterInputs['conversations']['sendToGroup'], 'connection' | 'connectionType'>;

/** Who gets a message: users that were chosen, or all who are something to the viewer. */
export type BulkRecipients = { receiverIds: readonly string[] } | { connection: Group['connection'] };

/** The price of a message to many, as the server has it. */
interface Price {
  total: number;
  connected: number;
  cost: number;
}

const parts: readonly { value: Group['connectionType']; label: string }[] = [
  { value: 'all', label: 'All of them' },
  { value: 'new', label: 'New in the last 7 days' },
  { value: 'individual', label: 'Individuals' },
  { value: 'organization', label: 'Organizations' },
];

/** The errors of a message without a text. */
const blank = { chosen: blankMessage, group: 'Can not send blank message!' };

interface BulkMessageDialogProps {
  title: string;
  to: BulkRecipients;
  onClose: () => void;
}

/** Writes to many people at once: to whom, the text, and what it costs, which is asked about before it is spent. */
export function BulkMessageDialog({ title, to, onClose }: BulkMessageDialogProps) {
  const formId = useId();
  const ownId = useUser()?._id ?? '';
  const isGroup = 'connection' in to;
  const { content, change, clear } = useMessageDraft(isGroup ? `all ${to.connection}` : 'those chosen');
  const [connectionType, setConnectionType] = useState<Group['connectionType']>('all');
  const [wasSent, setWasSent] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const recipients = isGroup
    ? { connection: to.connection, connectionType }
    : { receiverIds: [...to.receiverIds] };
  const price = useBulkPrice(ownId, recipients);
  const walletCoin = useWalletCoin(ownId);
  const send = useSendBulk(ownId);

  const text = content.text.trim();
  const textError = text === '' ? blank[isGroup ? 'group' : 'chosen'] : undefined;
  const known = price.data;
  const isFree = known?.cost === 0;

  async function go(onlyConnected: boolean, cost: number) {
    try {
      await send.now(recipients, { text, onlyConnected, cost });
    } catch (error) {
      const { message, reason } = failureOf(error);
      if (reason === 'price-changed') void price.refetch();
      toast.failed(message, { title: 'Message is not sent' });
      throw error;
    }
    clear();
    toast.success('Message sent');
    onClose();
  }

  function submit() {
    setWasSent(true);
    if (textError !== undefined || !known || known.total === 0) return;
    if (isFree) void go(false, 0).catch(() => undefined);
    else setIsAsking(true);
  }

  return (
    <>
      {/* Steps aside for the question, and is as it was when that is answered with No. */}
      <Dialog open={!isAsking} onOpenChange={(open) => !open && onClose()}>
        <DialogContent
          title={title}
          footer={
            <>
              <DialogClose asChild>
                <Button variant="secondary">Cancel</Button>
              </DialogClose>
              <Button type="submit" form={formId} loading={send.isPending || price.isLoading}>
                Send
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
              event.stopPropagation();
              submit();
            }}
          >
            <NeedsConnection deed="Writing to many people">Your text is kept.</NeedsConnection>
            {isGroup && (
              <Select
                label="Send to"
                options={parts}
                value={connectionType}
                onValueChange={setConnectionType}
              />
            )}
            <Textarea
              label="Message"
              required
              maxLength={messageLimit}
              value={content.text}
              error={wasSent ? textError : undefined}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
            <p role="status" className="flex min-h-10 items-start gap-2 text-muted text-sm">
              <Coins aria-hidden className="mt-0.5 size-4 shrink-0" />
              {price.isError || price.isPaused ? 'Server connection error' : sayPrice(known, walletCoin)}
            </p>
            {wasSent && known?.total === 0 && (
              <p role="alert" className="text-danger-ink text-sm">
                {nobodyToSend}
              </p>
            )}
          </form>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        tone="primary"
        title={title}
        description={`Your message will cost you ${known?.cost ?? 0} Coins. Are you sure?`}
        confirmLabel="Yes"
        cancelLabel="No"
        alternative={
          known && known.connected > 0
            ? { label: 'Only Send to Connected Users', onChoose: () => go(true, 0) }
            : undefined
        }
        onConfirm={() => go(false, known?.cost ?? 0)}
      />
    </>
  );
}

/** What names recipients to the server. */
type Recipients = { receiverIds: string[] } | Group;

function useBulkPrice(id: string, recipients: Recipients) {
  return useQuery({
    queryKey: ['conversations', 'bulk price', id, recipients],
    queryFn: (): Promise<Price> => api.conversations.bulkPrice.mutate({ id, ...recipients }),
    enabled: id !== '',
    staleTime: 0,
    gcTime: 0,
  });
}

function useWalletCoin(id: string): number | undefined {
  const wallet = trpc.wallet.balance.useQuery({ id }, { enabled: id !== '' });
  return useLocal(walletCoins.read, []) ?? wallet.data?.walletCoin;
}

/**
 * Sends with an id that stays the same until it is sent, at whatever price and however often the dialog is opened: it
 * reaches each recipient once, and is paid for once.
 */
function useSendBulk(ownId: string) {
  const [isPending, setIsPending] = useState(false);
  async function now(
    recipients: Recipients,
    message: { text: string; onlyConnected: boolean; cost: number },
  ) {
    setIsPending(true);
    const { text, ...more } = message;
    const place = `bulk message of ${ownId} ${'connection' in recipients ? recipients.connection : 'chosen'}`;
    const _id = keptIds.idFor(place, [recipients, text]);
    try {
      if ('connection' in recipients)
        await api.conversations.sendToGroup.mutate({ _id, userId: ownId, ...recipients, text, ...more });
      else
        await api.conversations.sendToMany.mutate({
          _id,
          id: ownId,
          ...recipients,
          messageText: text,
          ...more,
        });
      keptIds.forget(place);
    } finally {
      setIsPending(false);
    }
  }
  return { isPending, now };
}

const numberOf = (count: number) => count.toLocaleString('en');

/** "120 people, 100 of them connected. This costs 20 coins. You have 98." */
function sayPrice(price: Price | undefined, balance: number | undefined): string {
  if (!price) return '';
  const { total, connected, cost } = price;
  const people = `${numberOf(total)} ${total === 1 ? 'person' : 'people'}, ${numberOf(connected)} of them connected.`;
  const coins =
    cost === 0 ? 'This is free.' : `This costs ${numberOf(cost)} ${cost === 1 ? 'coin' : 'coins'}.`;
  return `${people} ${coins}${balance === undefined ? '' : ` You have ${numberOf(balance)}.`}`;
}
