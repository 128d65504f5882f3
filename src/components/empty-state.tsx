import { Leaf } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';

interface EmptyStateProps {
  /** The exact text: "No Posts Found". */
  title: string;
  /** A sentence on why, or on what would fill it. */
  hint?: ReactNode;
  /** What to do next: a button or a link. */
  action?: ReactNode;
  icon?: ReactNode;
  className?: string | undefined;
}

/** Shows that a list is empty, and what to do next. */
export function EmptyState({ title, hint, action, icon = <Leaf />, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        'flex flex-col items-center rounded-xl border border-line border-dashed px-6 py-12 text-center',
        className,
      )}
    >
      <span
        aria-hidden
        className="mb-4 flex size-14 items-center justify-center rounded-full bg-brand-soft text-brand-ink [&_svg]:size-6"
      >
        {icon}
      </span>
      <p className="font-semibold text-ink text-lg">{title}</p>
      {hint !== undefined && <p className="mt-1 max-w-sm text-pretty text-muted text-sm">{hint}</p>}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
