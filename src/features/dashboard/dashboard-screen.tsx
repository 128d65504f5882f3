import { Plus, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Card, CardHeader } from '#src/components/card.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { ButtonLink, Link } from '#src/components/link.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { followersAt } from '#src/local/collections/relations.ts';
import { useRefetchOn } from '#src/local/engine/use-refetch-on.ts';

/** An organization's home: its followers and newest notifications. */
export function DashboardScreen({ notifications }: { notifications: ReactNode }) {
  const user = useUser();
  const organizationId = user?._id ?? '';
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <Title>Dashboard</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">Dashboard</h1>
        <ButtonLink to="/post/$orgId/create" params={{ orgId: organizationId }} search={{}}>
          <Plus /> Create Post
        </ButtonLink>
      </header>
      {user && !user.isOnboarded && (
        <Card className="flex flex-wrap items-center justify-between gap-4 bg-accent-soft">
          <p>Say who you are: your name stands above everything that you publish.</p>
          <ButtonLink to="/complete/organization/basic-info" variant="secondary" size="sm">
            Complete your profile
          </ButtonLink>
        </Card>
      )}
      <section aria-labelledby="summary" className="flex flex-col gap-2.5">
        <h2 id="summary" className="font-semibold text-muted text-sm">
          SUMMARY
        </h2>
        <Followers organizationId={organizationId} />
      </section>
      <section aria-labelledby="top-notifications" className="flex flex-col gap-2.5">
        <h2 id="top-notifications" className="font-semibold text-muted text-sm">
          TOP NOTIFICATIONS
        </h2>
        {notifications}
      </section>
    </div>
  );
}

function Followers({ organizationId }: { organizationId: string }) {
  const summary = trpc.follows.summary.useQuery({ id: organizationId });
  useRefetchOn(followersAt, summary);
  if (summary.isError)
    return <ErrorState message={failureOf(summary.error).message} onRetry={() => void summary.refetch()} />;
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader
        title="Followers"
        level={3}
        action={
          <Link to="/community/followers" variant="action">
            See all
          </Link>
        }
      />
      <div className="flex items-end gap-6">
        <UsersRound aria-hidden className="size-9 text-brand-ink" />
        {summary.isPending ? (
          <Skeleton className="h-12 w-48" />
        ) : (
          <dl className="flex gap-8 [&_dd]:font-bold [&_dd]:text-2xl [&_dd]:tabular-nums [&_dt]:text-muted [&_dt]:text-sm">
            <div>
              <dt>Total</dt>
              <dd>{summary.data.totalFollowers}</dd>
            </div>
            <div>
              <dt>Last 7 Days</dt>
              <dd>{summary.data.totalNewFollowers}</dd>
            </div>
          </dl>
        )}
      </div>
    </Card>
  );
}
