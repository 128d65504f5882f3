import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';

interface CardProps extends ComponentProps<'div'> {
  /** The element: `article` for a post, `section` for a part of a screen with a heading. */
  as?: 'div' | 'article' | 'section' | 'li' | 'aside' | undefined;
  /** `none` for a card whose parts reach its edges. */
  padding?: 'none' | 'normal' | undefined;
}

/** A sheet of paper on the page: what belongs together. */
export function Card({ as = 'div', padding = 'normal', className, ...props }: CardProps) {
  // The listed elements take the same attributes; naming one of them is enough for the types.
  const Element = as as 'div';
  return (
    <Element
      {...props}
      className={cn(
        'rounded-xl border border-line bg-surface shadow-card',
        padding === 'normal' && 'p-4 sm:p-5',
        className,
      )}
    />
  );
}

interface CardHeaderProps {
  title: ReactNode;
  /** The heading's level on the screen. */
  level?: 2 | 3 | undefined;
  description?: ReactNode;
  /** A link or button at the right. */
  action?: ReactNode;
  className?: string | undefined;
}

/** The heading of a card, with room for one action. */
export function CardHeader({ title, level = 2, description, action, className }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={cn('mb-3 flex items-baseline justify-between gap-3', className)}>
      <div className="min-w-0">
        <Heading className="font-semibold text-base text-ink tracking-tight">{title}</Heading>
        {description !== undefined && <p className="mt-0.5 text-muted text-sm">{description}</p>}
      </div>
      {action}
    </div>
  );
}
