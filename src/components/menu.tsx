import { cva, type VariantProps } from 'class-variance-authority';
import { Check } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import { type ComponentProps, createContext, type ReactNode, use, useState } from 'react';
import { cn } from '#src/lib/cn.ts';
import { floatingRoot } from '#src/lib/floating-root.ts';

const itemVariants = cva(
  [
    'flex min-h-control cursor-pointer select-none items-center gap-3 rounded-md px-3 py-1.5 text-sm no-underline outline-none md:min-h-9',
    'data-disabled:pointer-events-none data-disabled:opacity-50 [&_svg]:size-4.5 [&_svg]:shrink-0',
  ],
  {
    variants: {
      tone: {
        normal: 'text-ink data-highlighted:bg-sunken [&_svg]:text-muted',
        danger: 'text-danger-ink data-highlighted:bg-danger-soft',
      },
    },
    defaultVariants: { tone: 'normal' },
  },
);

const Container = createContext<HTMLElement | null>(null);

/** A menu of actions. It leaves the page behind it scrollable, so opening one never shifts the layout. */
export function Menu({ onOpenChange, ...props }: Omit<ComponentProps<typeof Radix.Root>, 'modal'>) {
  // A menu that is open from the start never calls `onOpenChange`.
  const [container, setContainer] = useState(() => (props.defaultOpen ? floatingRoot() : null));
  return (
    <Container value={container}>
      <Radix.Root
        {...props}
        modal={false}
        onOpenChange={(open) => {
          if (open) setContainer(floatingRoot());
          onOpenChange?.(open);
        }}
      />
    </Container>
  );
}

/** Opens the menu: `asChild` around a Button or IconButton. */
export const MenuTrigger = Radix.Trigger;

/** The floating list of items. */
export function MenuContent({
  align = 'end',
  sideOffset = 6,
  className,
  ...props
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal container={use(Container)}>
      <Radix.Content
        {...props}
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-[calc(100vw-1rem)] origin-(--radix-dropdown-menu-content-transform-origin) overflow-y-auto rounded-lg border border-line bg-raised p-1.5 shadow-float',
          'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
          className,
        )}
      />
    </Radix.Portal>
  );
}

interface MenuItemProps extends ComponentProps<typeof Radix.Item>, VariantProps<typeof itemVariants> {}

/** One action: `onSelect`, or `asChild` around a link. An icon may stand before the words. */
export function MenuItem({ tone, className, ...props }: MenuItemProps) {
  return <Radix.Item {...props} className={cn(itemVariants({ tone }), className)} />;
}

/** One setting that is on or off. */
export function MenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem {...props} className={cn(itemVariants(), className)}>
      {children}
      <Radix.ItemIndicator className="ml-auto">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

/** A heading over items that belong together. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 py-1.5 font-semibold text-muted text-xs">{children}</Radix.Label>;
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <Radix.Separator className="my-1.5 h-px bg-line" />;
}
