import { Award } from 'lucide-react';
import { intents } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { SignInLink } from '#src/components/sign-in-link.tsx';
import { useRelation } from '#src/local/collections/use-relation.ts';
import { tryMutate } from '#src/local/mutate.ts';

interface EndorseButtonProps {
  /** The organization. */
  userId: string;
  name: string;
  /** Whether the viewer endorses it, as fetched. */
  endorses: boolean;
  className?: string | undefined;
}

/** Endorse, or take it back. A visitor is led to sign in; no organization endorses itself. */
export function EndorseButton(props: EndorseButtonProps) {
  const user = useUser();
  if (user) return user._id === props.userId ? null : <Toggle {...props} />;
  return (
    <SignInLink
      variant="secondary"
      className={props.className}
      aria-label={`Endorse ${props.name}`}
      onLeave={(next) => intents.keep({ does: 'endorse', userId: props.userId, about: props.name }, next)}
    >
      <Award aria-hidden />
      Endorse
    </SignInLink>
  );
}

function Toggle({ userId, name, endorses: known, className }: EndorseButtonProps) {
  const endorses = useRelation('endorses', userId, known);
  const label = endorses ? 'Cancel endorsement' : 'Endorse';
  return (
    <Button
      variant="secondary"
      size="sm"
      className={className}
      aria-label={endorses ? `Cancel endorsement of ${name}` : `Endorse ${name}`}
      onClick={() => void tryMutate({ name: 'endorse', input: { userId, endorses: !endorses }, about: name })}
    >
      {!endorses && <Award aria-hidden />}
      {label}
    </Button>
  );
}
