import { cva } from 'class-variance-authority';
import * as Radix from 'radix-ui/tabs';
import type { ComponentProps } from 'react';
import { cn } from '#src/lib/cn.ts';

/** The row that tabs stand in; wider than a phone, it scrolls sideways. */
export const tabListClass =
  'flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none] [&::-webkit-scrollbar]:hidden';

/** One tab, whether it switches a panel or is a link to another screen. */
export const tabVariants = cva([
  'relative inline-flex h-control shrink-0 items-center gap-2 whitespace-nowrap rounded-t-md px-3 font-medium text-muted text-sm no-underline transition-colors',
  'hover:text-ink data-disabled:pointer-events-none data-disabled:opacity-50 focus-visible:-outline-offset-2 [&_svg]:size-4.5',
  'after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent',
  'data-[state=active]:font-semibold data-[state=active]:text-brand-ink data-[state=active]:after:bg-brand',
  'aria-[current=page]:font-semibold aria-[current=page]:text-brand-ink aria-[current=page]:after:bg-brand',
]);

/** Holds which tab is chosen: `value` with `onValueChange`, or `defaultValue`. */
export const Tabs = Radix.Root;

/** The row of tabs. */
export function TabList({
  label,
  className,
  ...props
}: ComponentProps<typeof Radix.List> & { label: string }) {
  return <Radix.List {...props} aria-label={label} className={cn(tabListClass, className)} />;
}

/** One tab; shows the TabPanel of the same `value`. */
export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger {...props} className={cn(tabVariants(), className)} />;
}

/** What a tab shows. */
export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...props} className={cn('pt-4 focus-visible:outline-offset-4', className)} />;
}
