import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useId, useState } from 'react';
import { blankMessage, messageLimit } from '#server/conversations/conversations.schema.ts';
import {
  blankInvitation,
  defaultFollowInvitation,
  nobodyToInvite,
} from '#server/invitations/follow-invitations.schema.ts';
import { invitationLimit } from '#server/invitations/invitations.schema.ts';
import { api, trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';
import type { People } from './people.ts';

interface Price {
  total: number;
  cost: number;
}

interface WriteDialogProps<P extends Price> {
  title: string;
  description: string;
  initialText: string;
  maxLength: number;
  /** The errors where nothing is written, and where nobody can be reached. */
  blank: string;
  nobody: string;
  priceKey: unknown;
  loadPrice: () => Promise<P>;
  /** "This reaches 12 people." */
  reach: (price: P) => string;
  question: (price: P) => string;
  /** Sends it to those who cost nothing, where the question offers that. */
  freeOnly?: { label: string; isOffered: (price: P) => boolean } | undefined;
  /** Rejects with what is to be shown. */
  send: (text: string, cost: number, onlyFree: boolean) => Promise<void>;
  failed: string;
  onClose: () => void;
}

/** Writes to many: a text, whom it reaches and what it costs, and the question before coins are spent. */
function WriteDialog<P extends Price>({
  title,
  description,
  initialText,
  maxLength,
  blank,
  nobody,
  priceKey,
  loadPrice,
  reach,
  question,
  freeOnly,
  send,
  failed,
  onClose,
}: WriteDialogProps<P>) {
  const formId = useId();
  const [text, setText] = useState(initialText);
  const [wasSent, setWasSent] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const utils = trpc.useUtils();
  const price = useQuery({ queryKey: ['price of reaching', priceKey], queryFn: loadPrice, gcTime: 0 });
  const isBlank = text.trim() === '';

  async function go(cost: number, onlyFree = false) {
    setIsSending(true);
    setFailure(undefined);
    try {
      await send(text, cost, onlyFree);
      onClose();
    } catch (error) {
      setFailure(`${failed}. ${failureOf(error).message}`);
    } finally {
      setIsSending(false);
      await Promise.all([utils.wallet.invalidate(), utils.cultivations.invalidate(), price.refetch()]);
    }
  }
  function submit() {
    setWasSent(true);
    setFailure(undefined);
    if (isBlank || !price.data) return;
    if (price.data.total === 0) setFailure(nobody);
    else if (price.data.cost > 0) setIsAsking(true);
    else void go(0);
  }

  return (
    <>
      <Dialog open={!isAsking} onOpenChange={(open) => !open && onClose()}>
        <DialogContent
          title={title}
          description={description}
          footer={
            <>
              <DialogClose asChild>
                <Button variant="secondary">Cancel</Button>
              </DialogClose>
              <Button type="submit" form={formId} loading={isSending || price.isLoading}>
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
              submit();
            }}
          >
            <NeedsConnection deed="Sending" />
            <Textarea
              label="Message"
              required
              maxLength={maxLength}
              value={text}
              error={wasSent && isBlank ? blank : undefined}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <p role="status" className="flex items-center gap-2 text-muted text-sm">
              <Coins aria-hidden className="size-4 shrink-0" />
              {price.isError ? 'Server connection error' : price.data ? reach(price.data) : 'Counting …'}
            </p>
            <FormError message={failure} />
          </form>
        </DialogContent>
      </Dialog>
      {price.data && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          tone="primary"
          title={title}
          description={question(price.data)}
          confirmLabel="YES"
          cancelLabel="No"
          alternative={
            freeOnly?.isOffered(price.data)
              ? { label: freeOnly.label, onChoose: () => go(0, true) }
              : undefined
          }
          onConfirm={() => go(price.data?.cost ?? 0)}
        />
      )}
    </>
  );
}

interface ReachDialogProps {
  people: People;
  /** Who they are: "12 people". */
  description: string;
  onClose: () => void;
}

const peopleCount = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const coinCount = (count: number) => (count === 1 ? '1 coin' : `${count} coins`);

/** Sends a message to many. */
export function BulkMessageDialog({ people, description, onClose }: ReachDialogProps) {
  const idFor = useIdFor();
  return (
    <WriteDialog
      title="Send Bulk Message"
      description={description}
      initialText=""
      maxLength={messageLimit}
      blank={blankMessage}
      nobody="No Users To Be Sent"
      priceKey={['message', people]}
      loadPrice={() => api.cultivations.messagePrice.mutate(people)}
      reach={({ total, cost }) => `Reaches ${peopleCount(total)} and costs ${coinCount(cost)}.`}
      question={({ cost }) => `Your message will cost you ${cost} Coins. Are you sure?`}
      freeOnly={{ label: 'Only Send to Connected Users', isOffered: ({ connected }) => connected > 0 }}
      send={async (text, cost, onlyConnected) => {
        const message = { ...people, text, cost, onlyConnected };
        await api.cultivations.message.mutate({ ...message, _id: idFor(message) });
        toast.success('Message sent');
      }}
      failed="Message is not sent"
      onClose={onClose}
    />
  );
}

/** Invites those of many who do not follow, and were never invited, to follow one's organization. */
export function FollowInvitationDialog({ people, description, onClose }: ReachDialogProps) {
  const idFor = useIdFor();
  const organizationId = useUser()?._id ?? '';
  const { userIds: usersToBeInvited, ...others } = people;
  const invited = { organizationId, usersToBeInvited, ...others };
  return (
    <WriteDialog
      title="Send Invitation Message"
      description={description}
      initialText={defaultFollowInvitation}
      maxLength={invitationLimit}
      blank={blankInvitation}
      nobody={nobodyToInvite}
      priceKey={['invitation', people]}
      loadPrice={() => api.invitations.followPrice.mutate(invited)}
      reach={({ total, cost }) =>
        `Invites ${peopleCount(total)} who do not follow you yet and were never invited. Costs ${coinCount(cost)}.`
      }
      question={({ notConnected, cost }) =>
        `You are inviting total ${notConnected} non connected users. This will cost you ${cost} Coins. Are you sure?`
      }
      send={async (invitationText, cost) => {
        const input = {
          ...invited,
          invitationText,
          organizationLink: `/organization/details/${organizationId}`,
          cost,
        };
        await api.invitations.inviteToFollow.mutate(input, { context: { opId: idFor(input) } });
        toast.success('Invitation sent.');
      }}
      failed="Invitation is not sent"
      onClose={onClose}
    />
  );
}
