import { UserRoundPlus } from 'lucide-react';
import type { RelationView } from '#server/profiles/profiles.schema.ts';
import { latePart } from '#src/app/late-part.tsx';
import { useUser } from '#src/app/session.ts';
import { SignInLink } from '#src/components/sign-in-link.tsx';
import { texts } from './friend-button.texts.ts';

export interface FriendButtonProps {
  /** Another individual. */
  userId: string;
  name: string;
  /** The friendship or request between the two, as fetched. */
  friendship: RelationView['friendship'];
  className?: string | undefined;
}

// Visitors have nothing on their device.
const FriendCycle = latePart(async () => (await import('./friend-cycle.tsx')).FriendCycle);

/**
 * From strangers to friends and back: add, cancel the request, or accept and reject it, unfriend. Between individuals
 * only; a visitor is led to sign in.
 */
export function FriendButton(props: FriendButtonProps) {
  const user = useUser();
  if (user)
    return user.userType === 'individual' && user._id !== props.userId ? (
      <FriendCycle {...props} ownId={user._id} />
    ) : null;
  return (
    <SignInLink variant="secondary" className={props.className} aria-label={texts.addFriendOf(props.name)}>
      <UserRoundPlus aria-hidden />
      {texts.addFriend}
    </SignInLink>
  );
}
