import { useQuery } from '@tanstack/react-query';
import type { PeopleSource } from '#server/cultivations/cultivations.schema.ts';
import {
  blankInvitation,
  defaultFollowInvitation,
  nobodyToInvite,
} from '#server/invitations/follow-invitations.schema.ts';
import { invitationLimit } from '#server/invitations/invitations.schema.ts';
import { api } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { toast } from '#src/components/toast.ts';
import { placeOf, sendingOnce } from './bulk-recipients.ts';
import { ReachDialog } from './reach-dialog.tsx';
import { texts } from './texts.ts';

interface FollowInvitationDialogProps {
  people: PeopleSource;
  /** Who they are: "12 people". */
  description: string;
  onClose: () => void;
}

/** Invites those of many who do not follow, and were never invited, to follow one's organization. */
export function FollowInvitationDialog({ people, description, onClose }: FollowInvitationDialogProps) {
  const organizationId = useUser()?._id ?? '';
  const { userIds: usersToBeInvited, ...others } = people;
  const invited = { organizationId, usersToBeInvited, ...others };
  const place = placeOf({ people });
  const price = useQuery({
    queryKey: ['price of invitations', invited],
    queryFn: () => api.invitations.followPrice.mutate(invited),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <ReachDialog
      key={place}
      title={texts.followInvitationDialog.sendInvitationMessage}
      description={description}
      deed={texts.followInvitationDialog.deed}
      place={`invitation of ${place}`}
      initialText={defaultFollowInvitation}
      maxLength={invitationLimit}
      errors={{ blank: blankInvitation, nobody: nobodyToInvite }}
      whom={people}
      price={{ ...price, isFailed: price.isError || price.isPaused }}
      reach={({ total }) => texts.followInvitationDialog.reach(total)}
      question={{
        describe: ({ notConnected, cost }) => texts.followInvitationDialog.question(notConnected, cost),
        confirmLabel: texts.followInvitationDialog.yes,
      }}
      compose={({ text: invitationText, cost }) => ({
        ...invited,
        invitationText,
        organizationLink: `/organization/details/${organizationId}`,
        cost,
      })}
      send={async (opId, input) => {
        await api.invitations.inviteToFollow.mutate(input, { context: { opId }, ...sendingOnce() });
        toast.success(texts.followInvitationDialog.invitationSent);
        onClose();
      }}
      failed={texts.followInvitationDialog.failed}
      onClose={onClose}
    />
  );
}
