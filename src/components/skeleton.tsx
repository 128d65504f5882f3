import type { ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';
import { Card } from './card.tsx';

/** One grey bar or disc, sized by its classes to what will stand there. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={cn('block animate-shimmer rounded-sm bg-line/70', className)} />;
}

/** The shape of a post in a feed. */
export function PostCardSkeleton() {
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3 w-24" />
        </div>
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
      <div className="flex flex-col gap-2.5">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-11/12" />
      </div>
      <Skeleton className="aspect-video w-full rounded-lg" />
      <div className="flex gap-2">
        <Skeleton className="h-control-sm w-20 rounded-md" />
        <Skeleton className="h-control-sm w-24 rounded-md" />
        <Skeleton className="ml-auto h-control-sm w-16 rounded-md" />
      </div>
    </Card>
  );
}

/** The shape of a person or organization in a list. */
export function PersonRowSkeleton() {
  return (
    <div className="flex items-center gap-3 py-2.5">
      <Skeleton className="size-10 rounded-full" />
      <div className="flex flex-1 flex-col gap-2">
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
