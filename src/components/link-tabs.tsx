import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';
import { tabListClass, tabVariants } from './tabs.tsx';

/** Tabs that are screens of their own: a navigation landmark around rendered links, usually LinkTabs' LinkTab. */
export function LinkTabs({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <nav aria-label={label} className={cn(tabListClass, className)}>
      {children}
    </nav>
  );
}

function TabAnchor({ className, ...props }: ComponentProps<'a'>) {
  return <a {...props} className={cn(tabVariants(), className)} />;
}

/** One tab: the router's link props. The router marks the current one. */
export const LinkTab = createLink(TabAnchor);
