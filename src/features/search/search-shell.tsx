import { List, MapIcon } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { LinkTabs } from '#src/components/link-tabs.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { DiscoverTabs } from './discover-tabs.tsx';

interface SearchShellProps {
  title: string;
  /** The heading, where it is not the title. */
  heading?: string;
  /** Between the heading and the results. */
  tabs?: ReactNode;
  filters: ReactNode;
  /** The results. */
  children: ReactNode;
}

/** A search: filters beside what they find, or above it where there is no room. */
export function SearchShell({ title, heading = title, tabs, filters, children }: SearchShellProps) {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <Title>{title}</Title>
      <h1 className="font-bold text-2xl">{heading}</h1>
      {tabs}
      <div className="flex flex-col gap-5 xl:flex-row-reverse xl:items-start">
        {filters}
        <section aria-label="Results" className="min-w-0 flex-1">
          {children}
        </section>
      </div>
    </div>
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
        List
      </>
    ),
  },
  map: {
    activeOptions,
    children: (
      <>
        <MapIcon aria-hidden />
        Map
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
        <>
          <DiscoverTabs />
          <LinkTabs label="Show as">
            {renderViewTab({}, looks.list)}
            {renderViewTab({ view: 'map' }, looks.map)}
          </LinkTabs>
        </>
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
