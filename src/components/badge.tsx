import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '#src/lib/cn.ts';

const badgeVariants = cva(
  'inline-flex w-fit max-w-full shrink-0 items-center gap-1 wrap-anywhere rounded-full px-2.5 py-0.5 font-semibold text-xs [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-ink',
        outline: 'border border-line-strong/50 py-px text-muted',
        brand: 'bg-brand-soft text-brand-ink',
        accent: 'bg-accent-soft text-accent-ink',
        success: 'bg-success-soft text-success-ink',
        danger: 'bg-danger-soft text-danger-ink',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

/** A word or two about a thing: its state, its kind. Not a button. */
export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span {...props} className={cn(badgeVariants({ tone }), className)} />;
}

interface CountBadgeProps {
  count: number;
  /** The noun read after the number: "new messages". Without it the control's label has to name both. */
  label?: string | undefined;
  className?: string | undefined;
}

/** A small count over an icon or beside a word; nothing at zero, "99+" above 99. */
export function CountBadge({ count, label, className }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden={label === undefined || undefined}
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 font-bold text-[0.6875rem] text-on-accent tabular-nums leading-none',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
      {label !== undefined && <span className="sr-only">{` ${label}`}</span>}
    </span>
  );
}
