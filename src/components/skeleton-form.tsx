import { Skeleton } from './skeleton.tsx';

/** The shape of a form that is on its way. */
export function SkeletonForm({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <Skeleton className="h-8 w-52" />
      <Skeleton className="h-80 rounded-xl" />
      <Skeleton className="h-44 rounded-xl" />
    </div>
  );
}
