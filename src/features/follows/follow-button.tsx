import { Check, Plus } from 'lucide-react';
import { intents } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { SignInLink } from '#src/components/sign-in-link.tsx';
import { useRelation } from '#src/local/collections/use-relation.ts';
import { tryMutate } from '#src/local/mutate.ts';

interface FollowButtonProps {
  userId: string;
  /** Whom: for those who hear the button and do not see what stands beside it. */
  name: string;
  /** Whether the viewer follows them, as fetched. */
  follows: boolean;
  /** The label while the viewer follows them. */
  pressedLabel?: 'Following' | 'Unfollow' | undefined;
  className?: string | undefined;
}

/**
 * Follows or unfollows. All buttons for the same user change with it, in every tab. Visitors are led to sign in; it
 * renders nothing for the viewer themselves.
 */
export function FollowButton(props: FollowButtonProps) {
  const user = useUser();
  if (user) return user._id === props.userId ? null : <Toggle {...props} />;
  return (
    <SignInLink
      variant="soft"
      className={props.className}
      aria-label={`Follow ${props.name}`}
      onLeave={(next) => intents.keep({ does: 'follow', userId: props.userId, about: props.name }, next)}
    >
      <Plus aria-hidden />
      Follow
    </SignInLink>
  );
}

function Toggle({ userId, name, follows: known, pressedLabel = 'Following', className }: FollowButtonProps) {
  const follows = useRelation('follows', userId, known);
  const label = follows ? pressedLabel : 'Follow';
  return (
    <Button
      variant={follows ? 'secondary' : 'soft'}
      size="sm"
      className={className}
      aria-label={`${label} ${name}`}
      onClick={() => void tryMutate({ name: 'follow', input: { userId, follows: !follows }, about: name })}
    >
      {follows ? (
        pressedLabel === 'Following' && <Check aria-hidden className="max-sm:hidden" />
      ) : (
        <Plus aria-hidden />
      )}
      {label}
    </Button>
  );
}
