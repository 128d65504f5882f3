import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '#src/lib/use-online.ts';
import { texts } from './needs-connection.texts.ts';

interface NeedsConnectionProps {
  /** What does not work without one: "Signing in". */
  deed: string;
  /** What becomes of what is typed meanwhile, where that is kept. */
  children?: ReactNode;
}

/** Shows above a form that it cannot be sent offline, before it is filled in. */
export function NeedsConnection({ deed, children }: NeedsConnectionProps) {
  const isOnline = useOnline();
  return (
    <div role="status" className="empty:hidden">
      {!isOnline && (
        <p className="flex items-start gap-2.5 rounded-lg bg-accent-soft px-4 py-2.5 text-accent-ink text-sm">
          <CloudOff aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          <span>
            {texts.needsConnection(deed)} {children}
          </span>
        </p>
      )}
    </div>
  );
}
