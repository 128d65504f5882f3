import { Plus } from 'lucide-react';
import { intents } from '#src/app/intent.ts';
import { userPart } from '#src/app/late-part.tsx';
import { useUser } from '#src/app/session.ts';
import { SignInLink } from '#src/components/sign-in-link.tsx';
import { texts } from './texts.ts';

export interface FollowButtonProps {
  userId: string;
  /** Whom: for those who hear the button and do not see what stands beside it. */
  name: string;
  /** Whether the viewer follows them, as fetched. */
  follows: boolean;
  /** The label while the viewer follows them. */
  pressedLabel?: string | undefined;
  className?: string | undefined;
}

const FollowToggle = userPart(async () => (await import('./follow-toggle.tsx')).FollowToggle);

/**
 * Follows or unfollows. All buttons for the same user change with it, in every tab. Visitors are led to sign in; it
 * renders nothing for the viewer themselves.
 */
export function FollowButton(props: FollowButtonProps) {
  const user = useUser();
  if (user) return user._id === props.userId ? null : <FollowToggle {...props} />;
  return (
    <SignInLink
      variant="soft"
      className={props.className}
      aria-label={`${texts.follow} ${props.name}`}
      onLeave={(next) => intents.keep({ does: 'follow', userId: props.userId, about: props.name }, next)}
    >
      <Plus aria-hidden />
      {texts.follow}
    </SignInLink>
  );
}
