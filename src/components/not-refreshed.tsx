import { RefreshCw } from 'lucide-react';
import { savedAt } from '#src/lib/relative-time.ts';
import { now } from '#src/lib/server-clock.ts';
import { Button } from './button.tsx';

interface NotRefreshedProps {
  /** When what is shown was fetched. */
  saved: Date;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Shows that a list may be stale, because it could not be refetched. */
export function NotRefreshed({ saved, isRetrying, onRetry }: NotRefreshedProps) {
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 rounded-lg bg-accent-soft py-1.5 pr-2 pl-4 text-accent-ink text-sm"
    >
      <p>
        Couldn’t refresh. Showing what was saved at{' '}
        <time dateTime={saved.toISOString()}>{savedAt(saved, now())}</time>.
      </p>
      <Button variant="quiet" size="sm" loading={isRetrying} onClick={onRetry}>
        <RefreshCw aria-hidden />
        Retry
      </Button>
    </div>
  );
}
