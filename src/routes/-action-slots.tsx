import type { PassOnSlotProps } from '#src/entities/action-slots.tsx';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { InviteButton } from '#src/features/invitations/invite-button.tsx';
import { ShareButton } from '#src/features/shares/share-button.tsx';

function PassOnButtons(props: PassOnSlotProps) {
  return (
    <>
      <ShareButton post={props.post} />
      <InviteButton {...props} />
    </>
  );
}

/** The features that fill the slots in the screens of others. */
export const actionSlots = { FollowButton, PassOnButtons };
