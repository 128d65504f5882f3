import * as Radix from 'radix-ui/slider';
import { useId } from 'react';
import { cn } from '#src/lib/cn.ts';

interface SliderProps {
  label: string;
  value: number;
  onValueChange: (value: number) => void;
  min: number;
  max: number;
  step?: number | undefined;
  className?: string | undefined;
}

/** A number on a scale, where about is good enough. Arrow keys go by steps, Page Up and Down by ten of them. */
export function Slider({ label, value, onValueChange, min, max, step = 1, className }: SliderProps) {
  const labelId = useId();
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <span id={labelId} className="font-medium text-sm">
        {label}
      </span>
      <Radix.Root
        value={[value]}
        onValueChange={([next]) => {
          if (next !== undefined) onValueChange(next);
        }}
        min={min}
        max={max}
        step={step}
        className="relative flex h-control touch-none select-none items-center"
      >
        <Radix.Track className="relative h-2 grow overflow-hidden rounded-full bg-line">
          <Radix.Range className="absolute h-full bg-brand forced-colors:bg-[Highlight]" />
        </Radix.Track>
        <Radix.Thumb
          aria-labelledby={labelId}
          className="block size-6 rounded-full border-2 border-brand bg-surface shadow-float after:absolute after:-inset-2.5"
        />
      </Radix.Root>
    </div>
  );
}
