import { isolate } from '#server/isolate.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Badge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { MessageSlot } from '#src/entities/action-slots.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { farText, withNear } from '#src/lib/near.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { FilterPanel } from './filter-panel.tsx';
import { groupsOf } from './found-users.ts';
import { NearFilter } from './near-filter.tsx';
import type { NameSearchAddress } from './search-address.ts';
import { SearchShell } from './search-shell.tsx';
import { texts } from './user-search.texts.ts';

interface UserSearchScreenProps {
  name: string;
  address: NameSearchAddress;
  onAddressChange: (address: NameSearchAddress) => void;
}

/** Everybody whose name fits, people and organizations apart; for those signed in also by where they are. */
export function UserSearchScreen({ name, address, onAddressChange }: UserSearchScreenProps) {
  const isSignedIn = useUser() !== undefined;
  const found = trpc.profiles.search.useQuery({ name, ...(isSignedIn && withNear(address)) });
  return (
    <SearchShell
      title={texts.title(isolate(name))}
      heading={texts.resultsFor(isolate(name))}
      filters={
        isSignedIn && (
          <FilterPanel filters={address} onSearch={onAddressChange}>
            {(bind) => <NearFilter {...bind('near')} />}
          </FilterPanel>
        )
      }
    >
      {found.isLoading && <SkeletonList label={texts.searching} count={6} item={<RowSkeleton />} />}
      {!found.data && (found.isError || found.isPaused) && (
        <ErrorState message={failureOf(found.error).message} onRetry={() => void found.refetch()} />
      )}
      {found.isSuccess && found.data.individuals.length + found.data.organizations.length === 0 && (
        <EmptyState title={texts.notFound} hint={texts.notFoundHint} />
      )}
      {found.isSuccess &&
        found.data.individuals.length + found.data.organizations.length > 0 &&
        groupsOf(found.data, (user) => user).map(({ of, heading, options }) => (
          <section key={of} aria-labelledby={of} className="mb-5 flex flex-col gap-2.5">
            <h2 id={of} className="font-semibold text-muted text-sm">
              {heading}
            </h2>
            {options.length === 0 ? (
              <p className="text-muted">{texts.none[of]}</p>
            ) : (
              <Card padding="none">
                <ul className="divide-y divide-line">
                  {options.map((user) => (
                    <li key={user._id}>
                      <PersonRow
                        user={user}
                        note={
                          <>
                            <Badge tone="neutral">{texts.yetToDiscuss}</Badge>
                            {user.kilometers !== undefined && (
                              <span>{farText(user.kilometers, user.userType)}</span>
                            )}
                          </>
                        }
                        action={<MessageSlot userId={user._id} name={wholeName(user.name, user.userType)} />}
                      />
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </section>
        ))}
    </SearchShell>
  );
}
