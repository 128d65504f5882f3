import type { ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';

/** One grey bar or disc, sized by its classes to what will stand there. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden className={cn('block max-w-full animate-shimmer rounded-sm bg-line/70', className)} />
  );
}

/** The shape of a row that begins with a picture. */
export function RowSkeleton() {
  return (
    <div className="flex items-center gap-3 py-2.5">
      <Skeleton className="size-10 rounded-full" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-36 max-w-full" />
        <Skeleton className="h-3 w-20" />
      </div>
      <Skeleton className="h-control-sm w-20 rounded-md" />
    </div>
  );
}

interface SkeletonListProps {
  /** Announced once: "Loading posts". */
  label: string;
  count: number;
  /** The shape of one item. */
  item: ReactNode;
  className?: string | undefined;
}

/** A list that is on its way, in the shape it will have. */
export function SkeletonList({ label, count, item, className }: SkeletonListProps) {
  return (
    <div role="status" className={cn('flex flex-col gap-4', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>{item}</div>
      ))}
    </div>
  );
}
