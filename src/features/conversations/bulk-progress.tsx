import { CircleCheck, Send } from 'lucide-react';
import type { BulkMessageView } from '#server/conversations/bulk.schema.ts';
import { Progress } from '#src/components/progress.tsx';
import { useNow } from '#src/lib/server-clock.ts';
import { shorten } from '#src/lib/shorten.ts';
import { readBulkMessages } from '#src/local/collections/bulk-messages.ts';
import { useLocal } from '#src/local/engine/use-local.ts';

/** For how many milliseconds a message to many is shown after it has ended. */
const endedMs = 60 * 60_000;

const minuteMs = 60_000;

/** Characters of the text by which a message to many is recognised. */
const textLength = 60;

/** How far the messages to many are that the viewer has begun, on whatever device; nothing where there are none. */
export function BulkProgress() {
  const found = useLocal(readBulkMessages, []);
  const minute = useNow((now) => Math.floor(now.getTime() / minuteMs));
  const oldest = new Date(minute * minuteMs - endedMs).toISOString();
  const shown = found?.filter(({ finishedAt }) => finishedAt === null || finishedAt > oldest) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label="Messages to many people"
      className="flex flex-col divide-y divide-line border-line border-b"
    >
      {shown.map((one) => (
        <li key={one._id} className="flex flex-col gap-1.5 px-4 py-3">
          <p className="truncate text-muted text-xs">
            {shorten(one.text.replaceAll(/\s+/g, ' '), textLength)}
          </p>
          <BulkState {...one} />
        </li>
      ))}
    </ul>
  );
}

const numberOf = (count: number) => count.toLocaleString('en');

/** How far a message to many is, or what became of it. */
function BulkState({ state, total, done, sent, spent }: BulkMessageView) {
  const people = `${numberOf(total)} ${total === 1 ? 'person' : 'people'}`;
  if (state === 'sending')
    return (
      <div className="flex items-start gap-2">
        <Send aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-ink" />
        <Progress
          label={`Sending to ${numberOf(done)} of ${people}`}
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
        Sent to {numberOf(sent)} of {people}.{' '}
        {missed > 0 && `${numberOf(missed)} could not be reached any more. `}
        {spent > 0 && `${numberOf(spent)} ${spent === 1 ? 'coin was' : 'coins were'} spent.`}
      </span>
    </p>
  );
}
