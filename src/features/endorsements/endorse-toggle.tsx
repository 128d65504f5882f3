import { Award } from 'lucide-react';
import { Button } from '#src/components/button.tsx';
import { useRelation } from '#src/local/collections/use-relation.ts';
import { tryMutate } from '#src/local/mutate.ts';
import type { EndorseButtonProps } from './endorse-button.tsx';
import { texts } from './texts.ts';

/** The button of a signed-in user. */
export function EndorseToggle({ userId, name, endorses: known, className }: EndorseButtonProps) {
  const endorses = useRelation('endorses', userId, known);
  const label = endorses ? texts.cancelEndorsement : texts.endorse;
  return (
    <Button
      variant="secondary"
      size="sm"
      className={className}
      aria-label={endorses ? texts.cancelEndorsementOf(name) : texts.endorseOf(name)}
      onClick={() => void tryMutate({ name: 'endorse', input: { userId, endorses: !endorses }, about: name })}
    >
      {!endorses && <Award aria-hidden />}
      {label}
    </Button>
  );
}
