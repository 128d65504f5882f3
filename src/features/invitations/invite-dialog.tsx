import { skipToken } from '@tanstack/react-query';
import { Coins, Search, X } from 'lucide-react';
import { useId, useState } from 'react';
import {
  defaultInvitation,
  invitationLimit,
  mostInvitees,
  nobodySelected,
} from '#server/invitations/invitations.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { priceOf } from '#server/wallet/wallet.schema.ts';
import { api, type RouterInputs, trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { type FoundUser, userSearchHint, useUserSearch } from '#src/app/user-search.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Badge } from '#src/components/badge.tsx';
import { Button, IconButton } from '#src/components/button.tsx';
import { Combobox } from '#src/components/combobox.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { Dialog, DialogClose, DialogContent } from '#src/components/dialog.tsx';
import { NeedsConnection } from '#src/components/needs-connection.tsx';
import { Textarea } from '#src/components/textarea.tsx';
import { toast } from '#src/components/toast.ts';
import { cannotLookUp } from '#src/lib/look-up.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { useIdFor } from '#src/lib/use-id-for.ts';
import { walletCoins } from '#src/local/collections/wallet.ts';
import { useLocal } from '#src/local/engine/use-local.ts';

interface InviteDialogProps {
  post: PostView;
  inviterId: string;
  /** Whether those who cost coins can be left out at the last moment. */
  canLeaveOut: boolean;
  onClose: () => void;
}

/** A user who may be invited, and whether that is free. */
type Guest = FoundUser & { isConnected: boolean; isInvited: boolean };

/** Invites people to view a post: whom, with which words, for how many coins. */
export function InviteDialog({ post, inviterId, canLeaveOut, onClose }: InviteDialogProps) {
  const formId = useId();
  const postLink = `/post/${post.postType}/details/${post._id}`;
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<readonly FoundUser[]>([]);
  const [message, setMessage] = useState<string>(defaultInvitation);
  const [wasSent, setWasSent] = useState(false);
  const [isAsking, setIsAsking] = useState(false);

  const utils = trpc.useUtils();
  const search = useUserSearch(typed);
  const offered = useGuests(inviterId, postLink, [...search.individuals, ...search.organizations]);
  const chosen = useGuests(inviterId, postLink, picked);
  const summary = trpc.wallet.spendingSummary.useQuery();
  const wallet = trpc.wallet.balance.useQuery({ id: inviterId });
  const walletCoin = useLocal(walletCoins.read, []) ?? wallet.data?.walletCoin;

  const connected = chosen.guests.filter((guest) => guest.isConnected);
  const coinPerInvitation = summary.data?.coinPerInvitation;
  const cost =
    coinPerInvitation === undefined || !chosen.isKnown
      ? undefined
      : priceOf(chosen.guests.length - connected.length, coinPerInvitation);
  const blank = message.trim() === '';

  // Without a network these wait for one: nothing here waits for them.
  const send = useSend(() => void Promise.all([utils.wallet.invalidate(), utils.invitations.invalidate()]));
  async function invite(guests: readonly Guest[], price: number) {
    try {
      await send.now({
        id: inviterId,
        usersToBeInvited: guests.map(({ _id }) => _id),
        postLink,
        invitationMessage: message,
        cost: price,
      });
    } catch (error) {
      toast.failed(failureOf(error).message, { title: 'Failed' });
      throw error;
    }
    toast.success('Invitation sent.');
    onClose();
  }

  function submit() {
    setWasSent(true);
    if (picked.length === 0 || blank || cost === undefined) return;
    if (cost > 0) setIsAsking(true);
    else void invite(chosen.guests, 0).catch(() => undefined);
  }

  const groups = [
    { heading: 'INDIVIDUALS', options: optionsOf(offered.guests, 'individual', picked) },
    { heading: 'ORGANIZATIONS', options: optionsOf(offered.guests, 'organization', picked) },
  ].filter(({ options }) => options.length > 0);

  return (
    <>
      {/* Steps aside for the question, and is as it was when that is answered with No. */}
      <Dialog open={!isAsking} onOpenChange={(open) => !open && onClose()}>
        <DialogContent
          title="Invite to view post"
          description={post.title}
          footer={
            <>
              <DialogClose asChild>
                <Button variant="secondary">Cancel</Button>
              </DialogClose>
              <Button
                type="submit"
                form={formId}
                loading={send.isPending || (picked.length > 0 && cost === undefined && !chosen.isFailed)}
              >
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
              // Within the tree of a post's card, though not within its part of the page.
              event.stopPropagation();
              submit();
            }}
          >
            <NeedsConnection deed="Inviting" />
            <Combobox
              label="People and organizations"
              placeholder={userSearchHint}
              icon={<Search />}
              error={wasSent && picked.length === 0 ? nobodySelected : undefined}
              inputValue={typed}
              onInputValueChange={setTyped}
              hint={search.hint}
              notFound={offered.isFailed ? cannotLookUp('People') : search.notFound}
              loading={search.isSearching || offered.isLoading}
              groups={groups}
              onSelect={(guest) => {
                if (!guest.isInvited && !guest.isChosen && picked.length < mostInvitees)
                  setPicked([...picked, guest]);
                setTyped('');
              }}
              renderOption={(guest) => <GuestLine guest={guest} isChosen={guest.isChosen} />}
            />
            {picked.length > 0 && (
              <ul aria-label="To be invited" className="divide-y divide-line rounded-lg border border-line">
                {picked.map((user) => {
                  const guest = chosen.guests.find(({ _id }) => _id === user._id);
                  return (
                    <li key={user._id} className="flex items-center gap-2 py-1 pr-1 pl-3">
                      <GuestLine guest={guest ?? user} />
                      <IconButton
                        label={`Remove ${user.name}`}
                        size="sm"
                        onClick={() => setPicked(picked.filter(({ _id }) => _id !== user._id))}
                      >
                        <X aria-hidden />
                      </IconButton>
                    </li>
                  );
                })}
              </ul>
            )}
            <Textarea
              label="Message"
              required
              maxLength={invitationLimit}
              value={message}
              error={wasSent && blank ? validationMessages.required : undefined}
              onChange={(event) => setMessage(event.currentTarget.value)}
            />
            <p role="status" className="flex items-center gap-2 text-muted text-sm">
              <Coins aria-hidden className="size-4 shrink-0" />
              {chosen.isFailed || summary.isError
                ? 'Server connection error'
                : sayPrice(picked.length === 0 ? 0 : cost, walletCoin)}
            </p>
          </form>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        tone="primary"
        title="Send invitation"
        description={`You are inviting total ${chosen.guests.length} users. This will cost you ${cost ?? 0} Coins. Are you sure?`}
        confirmLabel="YES"
        cancelLabel="No"
        alternative={
          canLeaveOut && connected.length > 0
            ? { label: 'Only Send to Connected Users', onChoose: () => invite(connected, 0) }
            : undefined
        }
        onConfirm={() => invite(chosen.guests, cost ?? 0)}
      />
    </>
  );
}

/** Those of the users who can be invited, with whether they are connected. */
function useGuests(id: string, postLink: string, users: readonly FoundUser[]) {
  const ids = users.map((user) => user._id).toSorted();
  const states = trpc.invitations.guests.useQuery(ids.length > 0 ? { id, postLink, users: ids } : skipToken, {
    placeholderData: (before) => before,
  });
  const byId = new Map((states.data ?? []).map((state) => [state.userId, state]));
  const guests = users.flatMap((user): Guest[] => {
    const state = byId.get(user._id);
    return state ? [{ ...user, isConnected: state.isConnected, isInvited: state.isInvited }] : [];
  });
  return {
    guests,
    /** Whether the states are those of exactly these users. */
    isKnown: ids.length === 0 || (states.isSuccess && !states.isPlaceholderData),
    // The query is disabled without users, and keeps its placeholder then.
    isLoading: ids.length > 0 && (states.isLoading || states.isPlaceholderData),
    isFailed: states.isError || states.isPaused,
  };
}

/** Sends invitations with idempotency keys: a retry after a lost response is not charged again. */
function useSend(onSettled: () => void) {
  const [isPending, setIsPending] = useState(false);
  const idFor = useIdFor();
  async function now(input: RouterInputs['invitations']['invite']) {
    setIsPending(true);
    try {
      await api.invitations.invite.mutate(input, { context: { opId: idFor(input) } });
    } finally {
      setIsPending(false);
      onSettled();
    }
  }
  return { isPending, now };
}

/** Returns the found users of one type, with those that are picked marked. */
function optionsOf(guests: readonly Guest[], userType: FoundUser['userType'], picked: readonly FoundUser[]) {
  const isPicked = new Set(picked.map(({ _id }) => _id));
  return guests
    .filter((guest) => guest.userType === userType)
    .map((guest) => ({ ...guest, id: guest._id, label: guest.name, isChosen: isPicked.has(guest._id) }));
}

function GuestLine({ guest, isChosen = false }: { guest: FoundUser | Guest; isChosen?: boolean }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2.5">
      <Avatar
        id={guest._id}
        name={guest.name}
        src={pictureUrl(guest.profilePicture, 96)}
        size="sm"
        shape={guest.userType === 'organization' ? 'square' : 'circle'}
      />
      <span className="min-w-0 flex-1 truncate">{guest.name}</span>
      {'isConnected' in guest &&
        (guest.isInvited ? (
          <Badge>Invited</Badge>
        ) : isChosen ? (
          <Badge>Chosen</Badge>
        ) : guest.isConnected ? (
          <Badge tone="brand">Connected</Badge>
        ) : (
          <Badge tone="outline">Not Connected</Badge>
        ))}
    </span>
  );
}

/** "This will cost 2 coins. You have 98." */
function sayPrice(cost: number | undefined, balance: number | undefined): string {
  const price = cost === undefined ? '' : `This costs ${cost} ${cost === 1 ? 'coin' : 'coins'}. `;
  return `${price}${balance === undefined ? '' : `You have ${balance}.`}`;
}
