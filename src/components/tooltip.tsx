import * as Radix from 'radix-ui/tooltip';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { floatingRoot } from '#src/lib/floating-root.ts';

interface TooltipProps {
  /** A few words. What a thing is called belongs in its own label; this only repeats or adds. */
  text: ReactNode;
  side?: ComponentProps<typeof Radix.Content>['side'];
  /** One element that can be focused. */
  children: ReactNode;
}

/** A few words beside a control while it is hovered or focused. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <Radix.Provider delayDuration={500}>
      <Radix.Root onOpenChange={(open) => open && setContainer(floatingRoot())}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={container}>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-64 rounded-sm bg-ink px-2.5 py-1.5 font-medium text-canvas text-xs shadow-float data-[state=delayed-open]:animate-fade-in"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
