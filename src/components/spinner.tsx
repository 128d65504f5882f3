import { LoaderCircle } from 'lucide-react';
import { cn } from '#src/lib/cn.ts';

/** A turning circle for a short wait. With a label it is announced; without one it is decoration. */
export function Spinner({
  label,
  className,
}: {
  label?: string | undefined;
  className?: string | undefined;
}) {
  const circle = <LoaderCircle aria-hidden className={cn('size-5 animate-spin', className)} />;
  if (label === undefined) return circle;
  return (
    <span role="status" className="inline-flex items-center gap-2 text-muted">
      {circle}
      <span className="text-sm">{label}</span>
    </span>
  );
}
