import { optionalPart } from '#src/app/late-part.tsx';
import { lazyDialog, lazyPart } from '#src/components/lazy-part.tsx';
import type { PassOnSlotProps, ReachSlotProps } from '#src/entities/action-slots.tsx';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { InviteButton } from '#src/features/reach/invite-button.tsx';
import { ShareButton } from '#src/features/shares/share-button.tsx';
import * as texts from './-texts.ts';

function PassOnButtons({ only, ...props }: PassOnSlotProps) {
  return (
    <>
      {only !== 'invite' && <ShareButton post={props.post} />}
      {only !== 'share' && <InviteButton {...props} />}
    </>
  );
}

// Lazy, so that the feed does not load them.
const FriendButton = optionalPart(
  async () => (await import('#src/features/friendships/friend-button.tsx')).FriendButton,
);
const MessageButton = optionalPart(
  async () => (await import('#src/features/conversations/message-button.tsx')).MessageButton,
);
const aboutPeople = () => import('./-people-slots.tsx');
const EndorseButton = optionalPart(async () => (await aboutPeople()).EndorseButton);
const CommittedDialog = lazyDialog(async () => (await aboutPeople()).CommittedDialog);
const CountedPeopleDialog = lazyDialog(async () => (await aboutPeople()).CountedPeopleDialog);
const ListedPost = lazyPart(async () => (await import('#src/features/posts/listed-post.tsx')).ListedPost);
const BulkMessageDialog = lazyDialog(async () => {
  const { BulkMessageDialog: Dialog } = await import('#src/features/reach/bulk-message-dialog.tsx');
  return ({ people, ...props }: ReachSlotProps) => (
    <Dialog {...props} title={texts.sendBulkMessage} to={{ people }} />
  );
});
const FollowInvitationDialog = lazyDialog(
  async () => (await import('#src/features/reach/follow-invitation-dialog.tsx')).FollowInvitationDialog,
);

/** The features that fill the slots in the screens of others. */
export const actionSlots = {
  BulkMessageDialog,
  CommittedDialog,
  CountedPeopleDialog,
  EndorseButton,
  FollowButton,
  FollowInvitationDialog,
  FriendButton,
  ListedPost,
  MessageButton,
  PassOnButtons,
};
