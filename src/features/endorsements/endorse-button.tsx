import { Award } from 'lucide-react';
import { intents } from '#src/app/intent.ts';
import { latePart } from '#src/app/late-part.tsx';
import { useUser } from '#src/app/session.ts';
import { SignInLink } from '#src/components/sign-in-link.tsx';
import { texts } from './texts.ts';

export interface EndorseButtonProps {
  /** The organization. */
  userId: string;
  name: string;
  /** Whether the viewer endorses it, as fetched. */
  endorses: boolean;
  className?: string | undefined;
}

// Visitors have nothing on their device.
const EndorseToggle = latePart(async () => (await import('./endorse-toggle.tsx')).EndorseToggle);

/** Endorse, or take it back. A visitor is led to sign in; no organization endorses itself. */
export function EndorseButton(props: EndorseButtonProps) {
  const user = useUser();
  if (user) return user._id === props.userId ? null : <EndorseToggle {...props} />;
  return (
    <SignInLink
      variant="secondary"
      className={props.className}
      aria-label={texts.endorseOf(props.name)}
      onLeave={(next) => intents.keep({ does: 'endorse', userId: props.userId, about: props.name }, next)}
    >
      <Award aria-hidden />
      {texts.endorse}
    </SignInLink>
  );
}
