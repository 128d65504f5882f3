import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { blankMessage, messageLimit } from '#server/conversations/conversations.schema.ts';
import {
  blankInvitation,
  defaultFollowInvitation,
  nobodyToInvite,
} from '#server/invitations/follow-invitations.schema.ts';
import { invitationLimit } from '#server/invitations/invitations.schema.ts';
import { api, trpc } from '#src/app/api.ts';
import { answerOf, failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/form-error.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { keptIds } from '#src/lib/kept-ids.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';
import { useTextDraft } from '#src/local/engine/use-text-draft.ts';
import type { People } from './people.ts';

interface Price {
  total: number;
  cost: number;
}

interface WriteDialogProps<P extends Price> {
  title: string;
  description: string;
  /** The name under which the text is kept until it is sent. */
  draftKey: string;
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
  confirmLabel: string;
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
  draftKey,
  initialText,
  maxLength,
  blank,
  nobody,
  priceKey,
  loadPrice,
  reach,
  question,
  confirmLabel,
  freeOnly,
  send,
  failed,
  onClose,
}: WriteDialogProps<P>) {
  const formId = useId();
  const { text, change, clear } = useTextDraft(draftKey, initialText);
  const [wasSent, setWasSent] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const utils = trpc.useUtils();
  const price = useQuery({ queryKey: ['price of reaching', priceKey], queryFn: loadPrice, gcTime: 0 });
  /** What was sent and may have arrived: no response came. */
  const unanswered = useRef<{ text: string; cost: number; onlyFree: boolean }>(undefined);
  const isBlank = text.trim() === '';

  async function go(cost: number, onlyFree = false) {
    setIsSending(true);
    setFailure(undefined);
    try {
      await send(text, cost, onlyFree);
      clear();
      onClose();
    } catch (error) {
      unanswered.current = isUndecided(error) ? { text, cost, onlyFree } : undefined;
      setFailure(`${failed}. ${failureOf(error).message}`);
    } finally {
      setIsSending(false);
      // Without a network these wait for one: nothing here waits for them.
      void Promise.all([utils.wallet.invalidate(), utils.cultivations.invalidate(), price.refetch()]);
    }
  }
  function submit() {
    setWasSent(true);
    setFailure(undefined);
    // The price of what may be done already is another one. What was agreed to is sent again, and done once.
    const last = unanswered.current;
    if (last?.text === text) return void go(last.cost, last.onlyFree);
    if (isBlank) return;
    if (!price.data) return void price.refetch();
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
            <NeedsConnection deed="Sending">Your text is kept.</NeedsConnection>
            <Textarea
              label="Message"
              required
              maxLength={maxLength}
              value={text}
              error={wasSent && isBlank ? blank : undefined}
              onChange={(event) => change(event.currentTarget.value)}
            />
            <p role="status" className="flex items-center gap-2 text-muted text-sm">
              <Coins aria-hidden className="size-4 shrink-0" />
              {price.isError || price.isPaused
                ? 'Server connection error'
                : price.data
                  ? reach(price.data)
                  : 'Counting …'}
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
          confirmLabel={confirmLabel}
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

/** Whether what was sent may be done all the same: there is no response, or one that does not tell. */
function isUndecided(error: unknown): boolean {
  const answer = answerOf(error);
  return !answer || answer.httpStatus >= 500 || answer.httpStatus === 429;
}

interface ReachDialogProps {
  people: People;
  /** Who they are: "12 people". */
  description: string;
  onClose: () => void;
}

const peopleCount = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const coinCount = (count: number) => (count === 1 ? '1 coin' : `${count} coins`);

/** The name for what is written to people: each list has its own, those chosen share one. */
const nameOf = ({ cultivationId }: People) => (cultivationId ? `list ${cultivationId}` : 'those found');

/** Sends a message to many. */
export function BulkMessageDialog({ people, description, onClose }: ReachDialogProps) {
  const ownId = useUser()?._id ?? '';
  const place = `message to ${nameOf(people)}`;
  return (
    <WriteDialog
      key={place}
      title="Send Bulk Message"
      description={description}
      draftKey={place}
      initialText=""
      maxLength={messageLimit}
      blank={blankMessage}
      nobody="No Users To Be Sent"
      priceKey={['message', people]}
      loadPrice={() => api.cultivations.messagePrice.mutate(people)}
      reach={({ total, cost }) => `Reaches ${peopleCount(total)} and costs ${coinCount(cost)}.`}
      question={({ cost }) => `Your message will cost you ${cost} Coins. Are you sure?`}
      confirmLabel="Yes"
      freeOnly={{ label: 'Only Send to Connected Users', isOffered: ({ connected }) => connected > 0 }}
      send={async (text, cost, onlyConnected) => {
        const _id = keptIds.idFor(place, [ownId, people, text]);
        await api.cultivations.message.mutate({ ...people, text, cost, onlyConnected, _id });
        keptIds.forget(place);
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
  const place = `invitation of ${nameOf(people)}`;
  const invited = { organizationId, usersToBeInvited, ...others };
  return (
    <WriteDialog
      key={place}
      title="Send Invitation Message"
      description={description}
      draftKey={place}
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
      confirmLabel="YES"
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
