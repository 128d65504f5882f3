import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { FollowSlot } from '#src/entities/action-slots.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { now } from '#src/lib/server-clock.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { suggestionReason } from '#src/lib/suggestion-reason.ts';
import { SectionFrame, StepNavigation } from './section-frame.tsx';
import { texts } from './suggestions.texts.ts';

const step = '/complete/individual/suggestions';

/** How many organizations are suggested. */
const limit = 20;

/** The last step of completing an individual's profile: organizations to follow, so that the feed is not empty. */
export function SuggestionsScreen() {
  return (
    <SectionFrame title={texts.followSomeOrganizations} intro={texts.intro} step={step}>
      <Suggestions />
      <StepNavigation step={step} onward={texts.finish} />
    </SectionFrame>
  );
}

function Suggestions() {
  const id = useUser()?._id ?? '';
  const suggestions = trpc.profiles.suggestions.useQuery(
    { id, limit },
    // Who was followed a moment ago stays, so that it can be taken back.
    { enabled: id !== '', staleTime: Number.POSITIVE_INFINITY },
  );
  if (suggestions.data?.length === 0)
    return <EmptyState title={texts.noOrganizations} hint={texts.noOrganizationsHint} />;
  if (!suggestions.data && (suggestions.isError || suggestions.isPaused))
    return (
      <ErrorState
        message={failureOf(suggestions.error).message}
        retrying={suggestions.isFetching}
        onRetry={() => void suggestions.refetch()}
      />
    );
  return (
    <Card padding="none">
      {!suggestions.data && (
        <SkeletonList
          label={texts.loadingSuggestions}
          count={6}
          item={<RowSkeleton />}
          className="gap-0 px-4 py-1 sm:px-5"
        />
      )}
      <ul className="divide-y divide-line">
        {suggestions.data?.map((organization) => (
          <li key={organization._id}>
            <PersonRow
              user={organization}
              note={suggestionReason(organization.reasons, now())}
              action={
                <FollowSlot
                  userId={organization._id}
                  name={wholeName(organization.name, organization.userType)}
                  follows={organization.relation?.follows ?? false}
                />
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
