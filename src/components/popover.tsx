import * as Radix from 'radix-ui/popover';
import type { ComponentProps } from 'react';
import { cn } from '#src/lib/cn.ts';
import { leaveEscapeToContent } from './dialog.tsx';

/** Holds open or closed. */
export const Popover = Radix.Root;
/** Opens the popover: `asChild` around a Button or IconButton. */
export const PopoverTrigger = Radix.Trigger;

/** A floating panel for more than a menu: a list of notifications, a few filters. Needs an `aria-label`. */
export function PopoverContent({
  align = 'end',
  sideOffset = 8,
  className,
  ...props
}: ComponentProps<typeof Radix.Content> & { 'aria-label': string }) {
  return (
    <Radix.Portal>
      <Radix.Content
        {...props}
        onEscapeKeyDown={leaveEscapeToContent}
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          'z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] origin-(--radix-popover-content-transform-origin) overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-4 text-ink shadow-float',
          'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
          className,
        )}
      />
    </Radix.Portal>
  );
}
