import { RefreshCw } from 'lucide-react';
import { Button } from './button.tsx';
import { SavedAt } from './saved-at.tsx';
import * as texts from './texts.ts';

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
        {texts.notRefreshed} <SavedAt saved={saved} />
      </p>
      <Button variant="quiet" size="sm" loading={isRetrying} onClick={onRetry}>
        <RefreshCw aria-hidden />
        {texts.retry}
      </Button>
    </div>
  );
}
