import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Button } from '#src/components/button.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { NotRefreshed } from '#src/components/not-refreshed.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { walletCoins } from '#src/local/collections/wallet.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { EndedPosts, UpcomingPosts } from './dashboard-posts.tsx';
import { prefersCalm, ScrollToTop } from './scroll-to-top.tsx';
import { type Counted, SummaryCards } from './summary-cards.tsx';
import { texts } from './texts.ts';
import { useDashboard } from './use-dashboard.ts';

// With its chart library, which nothing else on the screen waits for.
const StatisticsCharts = lazyPart(async () => (await import('./statistics-charts.tsx')).StatisticsCharts);

const sections = {
  summary: texts.dashboard.summary,
  statistics: texts.dashboard.statistics,
  'top-notifications': texts.dashboard.topNotifications,
  'top-conversations': texts.dashboard.topConversations,
  upcoming: texts.dashboard.upcoming,
  'recently-ended': texts.dashboard.recentlyEnded,
};
type SectionId = keyof typeof sections;

/** Whose list is open. */
type PeopleOf = { kind: Counted } | { kind: 'interacted'; postId: string; title: string };

interface DashboardScreenProps {
  /** What is still open of setting up the account. */
  checklist: ReactNode;
  notifications: ReactNode;
  conversations: ReactNode;
  /** Lists people in a dialog. */
  PeopleDialog: ComponentType<{ of: PeopleOf; onClose: () => void }>;
}

/** An organization's home: its numbers, what is new, and what of its posts is to come or over. */
export function DashboardScreen({
  checklist,
  notifications,
  conversations,
  PeopleDialog,
}: DashboardScreenProps) {
  const user = useUser();
  const organizationId = user?._id ?? '';
  const { view, savedAt, hasFailed, ...newest } = useDashboard();
  const walletCoin = useLocal((db) => walletCoins.read(db), []);
  const [people, setPeople] = useState<PeopleOf>();
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      <Title>{texts.dashboard.dashboard}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="font-bold text-2xl outline-none">
          {texts.dashboard.dashboard}
        </h1>
        <ButtonLink to="/post/$orgId/create" params={{ orgId: organizationId }} search={{}}>
          <Plus /> {texts.dashboard.createPost}
        </ButtonLink>
      </header>
      {checklist}
      <nav
        aria-label={texts.dashboard.onThisPage}
        className="-my-2 flex gap-1.5 overflow-x-auto py-2 lg:flex-wrap"
      >
        {Object.entries(sections).map(([id, title]) => (
          <Button key={id} variant="soft" size="sm" onClick={() => jumpTo(id)}>
            {title}
          </Button>
        ))}
      </nav>
      {savedAt && hasFailed && (
        <NotRefreshed saved={savedAt} isRetrying={newest.isFetching} onRetry={() => void newest.refetch()} />
      )}
      {!view && hasFailed ? (
        <ErrorState
          message={failureOf(newest.error).message}
          retrying={newest.isFetching}
          onRetry={() => void newest.refetch()}
        />
      ) : (
        <>
          <Section id="summary">
            {view ? (
              <SummaryCards
                summary={{ ...view.summary, walletCoin: walletCoin ?? view.summary.walletCoin }}
                onOpen={(kind) => setPeople({ kind })}
              />
            ) : (
              <Waiting
                label={texts.dashboard.loadingTheSummary}
                heights={['h-29', 'h-29', 'h-29', 'h-29']}
                columns={4}
              />
            )}
          </Section>
          <Section
            id="statistics"
            description={view && texts.dashboard.statisticsHint(view.statistics.timeZone)}
          >
            <Suspense fallback={<ChartsWaiting />}>
              {view ? <StatisticsCharts statistics={view.statistics} /> : <ChartsWaiting />}
            </Suspense>
          </Section>
        </>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2 [&>*]:min-w-0">
        <Section id="top-notifications">{notifications}</Section>
        <Section id="top-conversations">{conversations}</Section>
        {(view || !hasFailed) && (
          <>
            <Section id="upcoming">
              {view ? (
                <UpcomingPosts posts={view.upcoming} />
              ) : (
                <Waiting label={texts.dashboard.loadingPosts} heights={['h-40']} />
              )}
            </Section>
            <Section id="recently-ended">
              {view ? (
                <EndedPosts
                  ended={view.recentlyEnded}
                  onOpen={({ _id: postId, title }) => setPeople({ kind: 'interacted', postId, title })}
                />
              ) : (
                <Waiting label={texts.dashboard.loadingPosts} heights={['h-40']} />
              )}
            </Section>
          </>
        )}
      </div>
      {people && <PeopleDialog of={people} onClose={() => setPeople(undefined)} />}
      <ScrollToTop />
    </div>
  );
}

/** Scrolls to a section, and moves the focus there. */
function jumpTo(id: string) {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ behavior: prefersCalm() ? 'auto' : 'smooth', block: 'start' });
}

interface SectionProps {
  id: SectionId;
  description?: string | undefined;
  children: ReactNode;
}

function Section({ id, description, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} tabIndex={-1} className="scroll-mt-20 font-semibold text-muted text-sm outline-none">
          {sections[id]}
        </h2>
        {description !== undefined && <p className="text-muted text-xs">{description}</p>}
      </div>
      {children}
    </section>
  );
}

const ChartsWaiting = () => (
  <Waiting label={texts.dashboard.loadingTheCharts} heights={['h-76', 'h-76']} columns={2} />
);

interface WaitingProps {
  label: string;
  heights: readonly string[];
  columns?: 1 | 2 | 4;
}

const grids = { 1: '', 2: 'lg:grid-cols-2', 4: 'grid-cols-2 lg:grid-cols-4' };

function Waiting({ label, heights, columns = 1 }: WaitingProps) {
  return (
    <div role="status" className={`grid gap-3 ${grids[columns]}`}>
      <span className="sr-only">{label}</span>
      {heights.map((height, index) => (
        <Skeleton key={index} className={`${height} rounded-xl`} />
      ))}
    </div>
  );
}
