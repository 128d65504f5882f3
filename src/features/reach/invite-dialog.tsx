import { skipToken } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import {
  defaultInvitation,
  invitationLimit,
  mostInvitees,
  nobodySelected,
} from '#server/invitations/invitations.schema.ts';
import type { PostView } from '#server/posts/posts.schema.ts';
import { validationMessages } from '#server/validation.schema.ts';
import { priceOf } from '#server/wallet/wallet.schema.ts';
import { api, trpc } from '#src/app/api.ts';
import { type FoundUser, userSearchHint, useUserSearch } from '#src/app/user-search.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Badge } from '#src/components/badge.tsx';
import { IconButton } from '#src/components/button.tsx';
import { Combobox } from '#src/components/combobox.tsx';
import { toast } from '#src/components/toast.ts';
import { cannotLookUp } from '#src/lib/look-up.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { sendingOnce } from './bulk-recipients.ts';
import { ReachDialog } from './reach-dialog.tsx';
import { texts } from './texts.ts';

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
  const postLink = `/post/${post.postType}/details/${post._id}`;
  const [picked, setPicked] = useState<readonly FoundUser[]>([]);
  const chosen = useGuests(inviterId, postLink, picked);
  const summary = trpc.wallet.spendingSummary.useQuery();
  const coinPerInvitation = summary.data?.coinPerInvitation;
  const isConnected = (guest: Guest) => guest.isConnected;
  const price =
    coinPerInvitation === undefined || !chosen.isKnown
      ? undefined
      : {
          total: chosen.guests.length,
          cost: priceOf(chosen.guests.filter((guest) => !isConnected(guest)).length, coinPerInvitation),
        };
  const isFailed = chosen.isFailed || summary.isError || summary.isPaused;
  return (
    <ReachDialog
      title={texts.inviteDialog.inviteToViewPost}
      description={<bdi>{post.title}</bdi>}
      deed={texts.inviteDialog.deed}
      place={`invitation to post ${post._id}`}
      initialText={defaultInvitation}
      maxLength={invitationLimit}
      errors={{ blank: validationMessages.required, nobody: texts.inviteDialog.nobodyCanBeInvited }}
      whom={picked.map(({ _id }) => _id)}
      isNobodyChosen={picked.length === 0}
      price={{
        data: price,
        isLoading: picked.length > 0 && price === undefined && !isFailed,
        isFailed,
        refetch: () => void Promise.all([chosen.refetch(), summary.refetch()]),
      }}
      question={{
        title: texts.inviteDialog.sendInvitation,
        describe: ({ total, cost }) => texts.inviteDialog.question(total, cost),
        confirmLabel: texts.inviteDialog.yes,
      }}
      canLeaveOut={() => canLeaveOut && chosen.guests.some(isConnected)}
      compose={({ text: invitationMessage, cost, isFreeOnly }) => ({
        id: inviterId,
        usersToBeInvited: (isFreeOnly ? chosen.guests.filter(isConnected) : chosen.guests).map(
          ({ _id }) => _id,
        ),
        postLink,
        invitationMessage,
        cost,
      })}
      send={async (opId, input) => {
        await api.invitations.invite.mutate(input, { context: { opId }, ...sendingOnce() });
        toast.success(texts.inviteDialog.invitationSent);
        onClose();
      }}
      failed={texts.inviteDialog.failed}
      onClose={onClose}
    >
      {(wasSent) => (
        <Invitees
          inviterId={inviterId}
          postLink={postLink}
          picked={picked}
          guests={chosen.guests}
          onPick={setPicked}
          error={wasSent && picked.length === 0 ? nobodySelected : undefined}
        />
      )}
    </ReachDialog>
  );
}

interface InviteesProps {
  inviterId: string;
  postLink: string;
  picked: readonly FoundUser[];
  /** Those who were picked, with whether they are connected. */
  guests: readonly Guest[];
  onPick: (picked: readonly FoundUser[]) => void;
  error: string | undefined;
}

/** Picks people and organizations by their names. */
function Invitees({ inviterId, postLink, picked, guests, onPick, error }: InviteesProps) {
  const [typed, setTyped] = useState('');
  const search = useUserSearch(typed);
  const offered = useGuests(inviterId, postLink, [...search.individuals, ...search.organizations]);
  const groups = [
    { heading: texts.inviteDialog.individuals, options: optionsOf(offered.guests, 'individual', picked) },
    { heading: texts.inviteDialog.organizations, options: optionsOf(offered.guests, 'organization', picked) },
  ].filter(({ options }) => options.length > 0);
  return (
    <>
      <Combobox
        label={texts.inviteDialog.peopleAndOrganizations}
        placeholder={userSearchHint}
        icon={<Search />}
        error={error}
        help={picked.length >= mostInvitees ? texts.inviteDialog.mostInvitees(mostInvitees) : undefined}
        inputValue={typed}
        onInputValueChange={setTyped}
        hint={search.hint}
        notFound={offered.isFailed ? cannotLookUp(texts.inviteDialog.thingsPeople) : search.notFound}
        loading={search.isSearching || offered.isLoading}
        groups={groups}
        onSelect={(guest) => {
          if (!guest.isInvited && !guest.isChosen && picked.length < mostInvitees) onPick([...picked, guest]);
          setTyped('');
        }}
        renderOption={(guest) => <GuestLine guest={guest} isChosen={guest.isChosen} />}
      />
      {picked.length > 0 && (
        <ul
          aria-label={texts.inviteDialog.toBeInvited}
          className="divide-y divide-line rounded-lg border border-line"
        >
          {picked.map((user) => {
            const guest = guests.find(({ _id }) => _id === user._id);
            return (
              <li key={user._id} className="flex items-center gap-2 py-1 pr-1 pl-3">
                <GuestLine guest={guest ?? user} />
                <IconButton
                  label={texts.inviteDialog.removeOf(wholeName(user.name, user.userType))}
                  size="sm"
                  onClick={() => onPick(picked.filter(({ _id }) => _id !== user._id))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
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
    refetch: states.refetch,
  };
}

/** Returns the found users of one type, with those that are picked marked. */
function optionsOf(guests: readonly Guest[], userType: FoundUser['userType'], picked: readonly FoundUser[]) {
  const isPicked = new Set(picked.map(({ _id }) => _id));
  return guests
    .filter((guest) => guest.userType === userType)
    .map((guest) => ({ ...guest, id: guest._id, label: guest.name, isChosen: isPicked.has(guest._id) }));
}

function GuestLine({ guest, isChosen = false }: { guest: FoundUser | Guest; isChosen?: boolean }) {
  const name = wholeName(guest.name, guest.userType);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2.5">
      <Avatar
        id={guest._id}
        name={name}
        src={pictureUrl(guest.profilePicture, 96)}
        size="sm"
        shape={guest.userType === 'organization' ? 'square' : 'circle'}
      />
      <span dir="auto" className="min-w-0 flex-1 truncate text-start">
        {name}
      </span>
      {'isConnected' in guest &&
        (guest.isInvited ? (
          <Badge>{texts.inviteDialog.invited}</Badge>
        ) : isChosen ? (
          <Badge>{texts.inviteDialog.chosen}</Badge>
        ) : guest.isConnected ? (
          <Badge tone="brand">{texts.inviteDialog.connected}</Badge>
        ) : (
          <Badge tone="outline">{texts.inviteDialog.notConnected}</Badge>
        ))}
    </span>
  );
}
