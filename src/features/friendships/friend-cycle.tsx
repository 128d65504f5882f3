import { Check, UserRoundCheck, UserRoundPlus, X } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { useRelation } from '#src/local/collections/use-relation.ts';
import { tryMutate } from '#src/local/mutate.ts';
import type { FriendButtonProps } from './friend-button.tsx';

/** The buttons of a signed-in individual. */
export function FriendCycle({
  userId,
  name,
  friendship: known,
  className,
  ownId,
}: FriendButtonProps & { ownId: string }) {
  const friendship = useRelation('friendship', userId, known);
  const [isAsking, setIsAsking] = useState(false);
  const act = (
    deed: 'ask-friend' | 'cancel-friend-request' | 'accept-friend' | 'reject-friend' | 'unfriend',
    friendshipId: string,
  ) => tryMutate({ name: deed, input: { userId, friendshipId }, about: name });
  const look = { variant: 'secondary', size: 'sm', className } as const;

  if (!friendship)
    return (
      <Button {...look} aria-label={`Add friend ${name}`} onClick={() => void act('ask-friend', uuid())}>
        <UserRoundPlus aria-hidden />
        Add friend
      </Button>
    );
  const { _id, status, senderId } = friendship;
  if (status === 'pending' && senderId === ownId)
    return (
      <Button
        {...look}
        aria-label={`Cancel request to ${name}`}
        onClick={() => void act('cancel-friend-request', _id)}
      >
        <X aria-hidden />
        Cancel request
      </Button>
    );
  if (status === 'pending')
    return (
      <>
        <Button
          {...look}
          variant="soft"
          aria-label={`Accept the request of ${name}`}
          onClick={() => void act('accept-friend', _id)}
        >
          <Check aria-hidden />
          Accept
        </Button>
        <Button
          {...look}
          aria-label={`Reject the request of ${name}`}
          onClick={() => void act('reject-friend', _id)}
        >
          <X aria-hidden />
          Reject
        </Button>
      </>
    );
  return (
    <>
      <Button
        {...look}
        aria-haspopup="dialog"
        aria-label={`Friends with ${name}`}
        onClick={() => setIsAsking(true)}
      >
        <UserRoundCheck aria-hidden />
        Friends
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={
          <>
            Unfriend <bdi>{name}</bdi>?
          </>
        }
        description="You will no longer be friends, and no longer follow each other."
        confirmLabel="Unfriend"
        onConfirm={async () => {
          await act('unfriend', _id);
        }}
      />
    </>
  );
}
