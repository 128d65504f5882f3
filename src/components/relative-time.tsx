import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '#src/lib/relative-time.ts';

const TICK = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page, running only while there are any. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

interface RelativeTimeProps {
  /** The instant, as a Date or as the API's ISO 8601 text. */
  time: Date | string;
  className?: string | undefined;
}

/** "5 minutes ago", keeping up with the clock; the exact time on hover and to screen readers. */
export function RelativeTime({ time, className }: RelativeTimeProps) {
  const then = typeof time === 'string' ? new Date(time) : time;
  const text = useSyncExternalStore(subscribe, () => relativeTime(then, new Date()));
  const exact = exactTime(then);
  return (
    <time dateTime={then.toISOString()} title={exact} className={className}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
