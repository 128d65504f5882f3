import { CircleCheck, Send } from 'lucide-react';
import type { BulkMessageView } from '#server/conversations/bulk.schema.ts';
import { Progress } from '#src/components/progress.tsx';
import { peopleOf } from '#src/lib/people-of.ts';
import { texts } from './bulk-state.texts.ts';

/** How far a message to many is, or what became of it. */
export function BulkState({ state, total, done, sent, spent }: BulkMessageView) {
  const people = peopleOf(total);
  if (state === 'sending')
    return (
      <div className="flex items-start gap-2">
        <Send aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-ink" />
        <Progress
          label={texts.sending(done, people)}
          value={total === 0 ? null : (done / total) * 100}
          className="flex-1"
        />
      </div>
    );
  const missed = total - sent;
  return (
    <p role="status" className="flex items-start gap-2 text-sm">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-ink" />
      <span>
        {texts.sent(sent, people)} {missed > 0 && `${texts.missed(missed)} `}
        {spent > 0 && texts.spent(spent)}
      </span>
    </p>
  );
}
