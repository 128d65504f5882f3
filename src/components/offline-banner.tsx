import { CloudOff } from 'lucide-react';
import { cn } from '#src/lib/cn.ts';
import { SavedAt } from './saved-at.tsx';
import * as texts from './texts.ts';

interface OfflineBannerProps {
  /** When what is shown was last fetched; left out where nothing is. */
  saved?: Date | undefined;
  className?: string | undefined;
}

/** Shows that there is no connection, and how old the data is. */
export function OfflineBanner({ saved, className }: OfflineBannerProps) {
  return (
    <p
      role="status"
      className={cn(
        'flex items-center gap-2.5 rounded-lg bg-accent-soft px-4 py-2.5 text-accent-ink text-sm',
        className,
      )}
    >
      <CloudOff aria-hidden className="size-4.5 shrink-0" />
      <span>
        <strong className="font-semibold">{texts.offline}</strong>
        {saved !== undefined && (
          <>
            {' '}
            <SavedAt saved={saved} />
          </>
        )}
      </span>
    </p>
  );
}
