import { Check, Plus } from 'lucide-react';
import { Button } from '#src/components/button.tsx';
import { useRelation } from '#src/local/collections/use-relation.ts';
import { tryMutate } from '#src/local/mutate.ts';
import type { FollowButtonProps } from './follow-button.tsx';

/** The button of a signed-in user. */
export function FollowToggle({
  userId,
  name,
  follows: known,
  pressedLabel = 'Following',
  className,
}: FollowButtonProps) {
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
