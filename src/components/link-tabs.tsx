import { createLink, useLocation } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { cn } from '#src/lib/cn.ts';
import { tabListClass, tabVariants } from './tabs.tsx';

/**
 * Tabs that are screens of their own: a navigation landmark around rendered links, usually LinkTabs' LinkTab. Where
 * they are wider than the screen, the current one is in view.
 */
export function LinkTabs({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  const row = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && current) bringIntoView(row.current, current);
    // oxlint-disable-next-line react/exhaustive-deps -- which tab is the current one follows from the address
  }, [path]);
  return (
    <nav ref={row} aria-label={label} className={cn(tabListClass, className)}>
      {children}
    </nav>
  );
}

/** Scrolls the row sideways, and nothing else, until the tab is whole in it and a part of its neighbour shows. */
function bringIntoView(row: HTMLElement, tab: HTMLElement): void {
  const neighbour = 48;
  const [rowAt, tabAt] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  const beyondEnd = tabAt.right + neighbour - rowAt.right;
  const beforeStart = tabAt.left - neighbour - rowAt.left;
  if (beforeStart < 0) row.scrollLeft += beforeStart;
  else if (beyondEnd > 0) row.scrollLeft += beyondEnd;
}

function TabAnchor({ className, ...props }: ComponentProps<'a'>) {
  return <a {...props} className={cn(tabVariants(), className)} />;
}

/** One tab: the router's link props. The router marks the current one. */
export const LinkTab = createLink(TabAnchor);
