import { Card } from '#src/components/card.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';

/** The shape of a post in a feed. */
export function PostCardSkeleton() {
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
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
