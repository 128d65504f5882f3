import * as Radix from 'radix-ui/progress';
import { useId } from 'react';
import { cn } from '#src/lib/cn.ts';

interface ProgressProps {
  /** What is going on: "Uploading picture". */
  label: string;
  /** From 0 to 100; `null` while the length of the way is not known. */
  value: number | null;
  className?: string | undefined;
}

/** How far a long piece of work has come, as a bar and in percent. */
export function Progress({ label, value, className }: ProgressProps) {
  const labelId = useId();
  const percent = value === null ? null : Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div className={cn('flex flex-col gap-2', className)}>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span id={labelId} className="font-medium">
          {label}
        </span>
        <span className="text-muted tabular-nums">{percent === null ? '' : `${percent}%`}</span>
      </div>
      <Radix.Root
        value={percent}
        aria-labelledby={labelId}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <Radix.Indicator
          className={cn(
            'block h-full rounded-full bg-brand forced-colors:bg-[Highlight]',
            percent === null ? 'w-1/3 animate-slide' : 'transition-[width] duration-300',
          )}
          {...(percent === null ? {} : { style: { width: `${percent}%` } })}
        />
      </Radix.Root>
    </div>
  );
}
