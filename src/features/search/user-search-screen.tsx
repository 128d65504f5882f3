import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Badge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { MessageSlot } from '#src/entities/action-slots.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { groupsOf } from './found-users.ts';

const emptyTexts: Record<string, string> = {
  INDIVIDUALS: 'No Individuals Found',
  ORGANIZATIONS: 'No Organizations Found',
};

/** Everybody whose name fits, people and organizations apart. */
export function UserSearchScreen({ name }: { name: string }) {
  const found = trpc.profiles.search.useQuery({ name });
  return (
    <div className="mx-auto flex max-w-reading flex-col gap-5">
      <Title>{`Search: ${name}`}</Title>
      <h1 className="font-bold text-2xl">Search results for “{name}”</h1>
      {found.isLoading && <SkeletonList label="Searching" count={6} item={<RowSkeleton />} />}
      {!found.data && (found.isError || found.isPaused) && (
        <ErrorState message={failureOf(found.error).message} onRetry={() => void found.refetch()} />
      )}
      {found.isSuccess && found.data.individuals.length + found.data.organizations.length === 0 && (
        <EmptyState title="Not found" hint="Try fewer letters, or another spelling." />
      )}
      {found.isSuccess &&
        found.data.individuals.length + found.data.organizations.length > 0 &&
        groupsOf(found.data, (user) => user).map(({ heading, options }) => (
          <section key={heading} aria-labelledby={heading} className="flex flex-col gap-2.5">
            <h2 id={heading} className="font-semibold text-muted text-sm">
              {heading}
            </h2>
            {options.length === 0 ? (
              <p className="text-muted">{emptyTexts[heading]}</p>
            ) : (
              <Card padding="none">
                <ul className="divide-y divide-line">
                  {options.map((user) => (
                    <li key={user._id}>
                      <PersonRow
                        user={user}
                        note={<Badge tone="neutral">YET TO DISCUSS</Badge>}
                        action={<MessageSlot userId={user._id} name={user.name} />}
                      />
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </section>
        ))}
    </div>
  );
}
