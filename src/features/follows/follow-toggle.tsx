import { Check, Plus } from 'lucide-react';
import { Button } from '#src/components/button.tsx';
import { useRelation } from '#src/local/collections/use-relation.ts';
import { tryMutate } from '#src/local/mutate.ts';
import type { FollowButtonProps } from './follow-button.tsx';
import { texts } from './texts.ts';

/** The button of a signed-in user. */
export function FollowToggle({
  userId,
  name,
  follows: known,
  pressedLabel = texts.following,
  className,
}: FollowButtonProps) {
  const follows = useRelation('follows', userId, known);
  const label = follows ? pressedLabel : texts.follow;
  return (
    <Button
      variant={follows ? 'secondary' : 'soft'}
      size="sm"
      className={className}
      aria-label={`${label} ${name}`}
      onClick={() => void tryMutate({ name: 'follow', input: { userId, follows: !follows }, about: name })}
    >
      {follows ? (
        pressedLabel === texts.following && <Check aria-hidden className="max-sm:hidden" />
      ) : (
        <Plus aria-hidden />
      )}
      {label}
    </Button>
  );
}
