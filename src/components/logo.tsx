import { cn } from '#src/lib/cn.ts';
import * as texts from './texts.ts';

interface LogoProps {
  /** Only the mark, for narrow places. */
  compact?: boolean | undefined;
  className?: string | undefined;
}

/** The product's mark and name, with the label "beta". */
export function Logo({ compact = false, className }: LogoProps) {
  return (
    <span className={cn('inline-flex items-center gap-2.5', className)}>
      <svg viewBox="0 0 32 32" role="img" aria-label={texts.brand} className="size-8 shrink-0">
        <rect width="32" height="32" rx="9" fill="var(--color-logo)" />
        <g fill="none" stroke="var(--color-on-logo)" strokeLinecap="round" strokeWidth="2.6">
          <path d="M7.5 14.5a8.5 8.5 0 0 0 17 0" />
          <path d="M12 14.5a4 4 0 0 0 8 0" />
        </g>
        <circle cx="16" cy="9" r="2.6" fill="var(--color-logo-spark)" />
      </svg>
      {!compact && (
        <span aria-hidden className="font-bold text-ink text-xl tracking-tight">
          {texts.brand}
        </span>
      )}
      {!compact && (
        <span className="rounded-sm bg-accent-soft px-1.5 py-px font-semibold text-[0.6875rem] text-accent-ink">
          {texts.beta}
        </span>
      )}
    </span>
  );
}
