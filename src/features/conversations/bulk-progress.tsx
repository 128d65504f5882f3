import { BulkState } from '#src/entities/bulk-state.tsx';
import { useNow } from '#src/lib/server-clock.ts';
import { shorten } from '#src/lib/shorten.ts';
import { readBulkMessages } from '#src/local/collections/bulk-messages.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { texts } from './conversations-screen.texts.ts';

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
      aria-label={texts.bulkProgress.messagesToMany}
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
