import { exactTime, relativeTime } from '#src/lib/relative-time.ts';
import { useNow } from '#src/lib/server-clock.ts';

interface RelativeTimeProps {
  /** The instant, as a Date or as the API's ISO 8601 text. */
  time: Date | string;
  className?: string | undefined;
}

/** "5 minutes ago", keeping up with the clock; the exact time on hover and to screen readers. */
export function RelativeTime({ time, className }: RelativeTimeProps) {
  const then = typeof time === 'string' ? new Date(time) : time;
  const text = useNow((now) => relativeTime(then, now));
  const exact = exactTime(then);
  return (
    <time dateTime={then.toISOString()} title={exact} className={className}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
