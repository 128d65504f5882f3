import { CloudAlert, RotateCw } from 'lucide-react';
import { cn } from '#src/lib/cn.ts';
import { Button } from './button.tsx';
import * as texts from './texts.ts';

interface ErrorStateProps {
  /** What happened, in a sentence a person can read. */
  message: string;
  title?: string | undefined;
  onRetry: () => void;
  /** While the retry runs. */
  retrying?: boolean | undefined;
  className?: string | undefined;
}

/** Something could not be loaded: what happened, and Retry. */
export function ErrorState({
  message,
  title = texts.didNotLoad,
  onRetry,
  retrying,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-col items-center rounded-xl border border-line bg-surface px-6 py-12 text-center',
        className,
      )}
    >
      <span
        aria-hidden
        className="mb-4 flex size-14 items-center justify-center rounded-full bg-danger-soft text-danger-ink [&_svg]:size-6"
      >
        <CloudAlert />
      </span>
      <p className="font-semibold text-ink text-lg">{title}</p>
      <p className="mt-1 max-w-sm text-pretty text-muted text-sm">{message}</p>
      <Button variant="secondary" className="mt-5" loading={retrying} onClick={onRetry}>
        <RotateCw aria-hidden />
        {texts.retry}
      </Button>
    </div>
  );
}
