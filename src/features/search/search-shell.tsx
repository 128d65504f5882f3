import { List, MapIcon } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { LinkTabs } from '#src/components/link-tabs.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { cn } from '#src/lib/cn.ts';
import { DiscoverTabs } from './discover-tabs.tsx';
import { FoldRowContext } from './fold-row.tsx';
import { texts } from './texts.ts';

interface SearchShellProps {
  title: string;
  /** The heading, where it is not the title. */
  heading?: string;
  /** The views of one of the things that there are to discover, below the tabs for these. */
  tabs?: ReactNode;
  filters: ReactNode;
  /** The results. */
  children: ReactNode;
}

/** A search: filters beside what they find, or folded above it where there is no room: a phone shows results at once. */
export function SearchShell({ title, heading = title, tabs, filters, children }: SearchShellProps) {
  const [foldRow, setFoldRow] = useState<HTMLElement | null>(null);
  const head = (
    <h1 className={cn('font-bold text-2xl', tabs !== undefined && 'max-sm:sr-only')}>{heading}</h1>
  );
  return (
    <FoldRowContext value={foldRow}>
      <div
        className={cn(
          'mx-auto flex max-w-5xl flex-col gap-1.5 sm:gap-5',
          tabs === undefined ? 'max-sm:-mt-4' : 'max-sm:-mt-6',
        )}
      >
        <Title>{title}</Title>
        {tabs !== undefined && head}
        {tabs !== undefined && <DiscoverTabs />}
        <div className="flex flex-wrap items-center justify-between gap-x-2.5 gap-y-1">
          {tabs ?? head}
          <div ref={setFoldRow} />
        </div>
        <div className="flex flex-col gap-1 sm:gap-5 xl:flex-row-reverse xl:items-start">
          {filters}
          <section aria-label={texts.searchShell.results} className="min-w-0 flex-1">
            {children}
          </section>
        </div>
      </div>
    </FoldRowContext>
  );
}

type View = { view?: 'map' };

/** What the link of a view shows, and when it is the current one. */
interface ViewTabLook {
  activeOptions: { exact: true; includeSearch: true };
  children: ReactNode;
}

const activeOptions = { exact: true, includeSearch: true } as const;

const looks: Record<'list' | 'map', ViewTabLook> = {
  list: {
    activeOptions,
    children: (
      <>
        <List aria-hidden />
        {texts.searchShell.list}
      </>
    ),
  },
  map: {
    activeOptions,
    children: (
      <>
        <MapIcon aria-hidden />
        {texts.searchShell.map}
      </>
    ),
  },
};

interface DiscoverShellProps extends Omit<SearchShellProps, 'tabs'> {
  view: View['view'];
  /** The link that leads to a view of the same filters. */
  renderViewTab: (view: View, look: ViewTabLook) => ReactNode;
  map: ReactNode;
}

/** A search whose results stand in a list or on a map. */
export function DiscoverShell({ view, renderViewTab, map, children, ...shell }: DiscoverShellProps) {
  return (
    <SearchShell
      {...shell}
      tabs={
        <LinkTabs label={texts.searchShell.showAs}>
          {renderViewTab({}, looks.list)}
          {renderViewTab({ view: 'map' }, looks.map)}
        </LinkTabs>
      }
    >
      {view === 'map' ? (
        <Suspense fallback={<Skeleton className="h-[min(36rem,70dvh)] rounded-xl" />}>{map}</Suspense>
      ) : (
        children
      )}
    </SearchShell>
  );
}
