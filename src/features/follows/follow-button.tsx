import { useRouterState } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { attempt } from '#src/local/attempt.ts';
import { useFollows } from '#src/local/use-follows.ts';

interface FollowButtonProps {
  userId: string;
  /** Whom: for those who hear the button and do not see what stands beside it. */
  name: string;
  /** Whether the user follows them, as the server last said. */
  follows: boolean;
  /** What the button says while the user follows them. */
  pressedLabel?: 'Following' | 'Unfollow' | undefined;
  className?: string | undefined;
}

/**
 * Follow, or Following. Every button for the same organization or person changes with it, in every tab. A visitor is
 * led to sign in; nobody follows themselves.
 */
export function FollowButton(props: FollowButtonProps) {
  const user = useUser();
  if (!user) return <FollowAfterSignIn {...props} />;
  return user._id === props.userId ? null : <Toggle {...props} />;
}

function Toggle({ userId, name, follows: known, pressedLabel = 'Following', className }: FollowButtonProps) {
  const follows = useFollows(userId, known);
  const label = follows ? pressedLabel : 'Follow';
  return (
    <Button
      variant={follows ? 'secondary' : 'soft'}
      size="sm"
      className={className}
      aria-label={`${label} ${name}`}
      onClick={() => void attempt({ name: 'follow', input: { userId, follows: !follows }, about: name })}
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

function FollowAfterSignIn({ name, className }: FollowButtonProps) {
  const next = useRouterState({ select: (state) => state.location.href });
  return (
    <ButtonLink
      to="/user/sign-in"
      search={{ next }}
      variant="soft"
      size="sm"
      className={className}
      aria-label={`Follow ${name}`}
    >
      <Plus aria-hidden />
      Follow
    </ButtonLink>
  );
}
