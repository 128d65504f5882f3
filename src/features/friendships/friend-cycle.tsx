import { Check, UserRoundCheck, UserRoundPlus, X } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { fill } from '#src/lib/fill.ts';
import { useRelation } from '#src/local/collections/use-relation.ts';
import { tryMutate } from '#src/local/mutate.ts';
import type { FriendButtonProps } from './friend-button.tsx';
import { texts } from './texts.ts';

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
      <Button {...look} aria-label={texts.addFriendOf(name)} onClick={() => void act('ask-friend', uuid())}>
        <UserRoundPlus aria-hidden />
        {texts.addFriend}
      </Button>
    );
  const { _id, status, senderId } = friendship;
  if (status === 'pending' && senderId === ownId)
    return (
      <Button
        {...look}
        aria-label={texts.cancelRequestTo(name)}
        onClick={() => void act('cancel-friend-request', _id)}
      >
        <X aria-hidden />
        {texts.cancelRequest}
      </Button>
    );
  if (status === 'pending')
    return (
      <>
        <Button
          {...look}
          variant="soft"
          aria-label={texts.acceptRequestOf(name)}
          onClick={() => void act('accept-friend', _id)}
        >
          <Check aria-hidden />
          {texts.accept}
        </Button>
        <Button
          {...look}
          aria-label={texts.rejectRequestOf(name)}
          onClick={() => void act('reject-friend', _id)}
        >
          <X aria-hidden />
          {texts.reject}
        </Button>
      </>
    );
  return (
    <>
      <Button
        {...look}
        aria-haspopup="dialog"
        aria-label={texts.friendsWith(name)}
        onClick={() => setIsAsking(true)}
      >
        <UserRoundCheck aria-hidden />
        {texts.friends}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={fill(texts.unfriendQuestion, { name: <bdi>{name}</bdi> })}
        description={texts.unfriendHint}
        confirmLabel={texts.unfriend}
        onConfirm={async () => {
          await act('unfriend', _id);
        }}
      />
    </>
  );
}
