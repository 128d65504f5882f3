import type { ReactNode } from 'react';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { Link } from '#src/components/link.tsx';
import { PersonRowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { SectionFrame, StepNavigation } from './section-frame.tsx';

const step = '/complete/individual/suggestions';

/** How many organizations are suggested. */
const limit = 20;

interface SuggestionsScreenProps {
  followButton: (organization: { _id: string; name: string; follows: boolean }) => ReactNode;
}

/** The last step of completing an individual's profile: organizations to follow, so that the feed is not empty. */
export function SuggestionsScreen({ followButton }: SuggestionsScreenProps) {
  return (
    <SectionFrame
      title="Follow some organizations"
      intro="What they publish comes into your feed. You can stop at any time."
      step={step}
    >
      <Suggestions followButton={followButton} />
      <StepNavigation step={step} onward="Finish" />
    </SectionFrame>
  );
}

function Suggestions({ followButton }: SuggestionsScreenProps) {
  const id = useUser()?._id ?? '';
  const suggestions = trpc.profiles.suggestions.useQuery(
    { id, limit },
    // Who was followed a moment ago stays, so that it can be taken back.
    { enabled: id !== '', staleTime: Number.POSITIVE_INFINITY },
  );
  if (suggestions.data?.length === 0)
    return <EmptyState title="No Organizations Found" hint="Once there are some, the search finds them." />;
  if (suggestions.isError && !suggestions.data)
    return (
      <ErrorState message={failureOf(suggestions.error).message} onRetry={() => void suggestions.refetch()} />
    );
  return (
    <Card padding="none" className="px-4 py-1 sm:px-5">
      {!suggestions.data && (
        <SkeletonList label="Loading suggestions" count={6} item={<PersonRowSkeleton />} />
      )}
      <ul className="divide-y divide-line">
        {suggestions.data?.map((organization) => (
          <li key={organization._id} className="flex items-center gap-3 py-3">
            <Avatar
              id={organization._id}
              name={organization.name}
              src={pictureUrl(organization.profilePicture, 96)}
              shape="square"
            />
            <Link
              to="/organization/details/$id"
              params={{ id: organization._id }}
              variant="quiet"
              className="line-clamp-2 min-w-0 flex-1 font-medium"
            >
              {organization.name}
            </Link>
            {followButton({
              _id: organization._id,
              name: organization.name,
              follows: organization.relation?.follows ?? false,
            })}
          </li>
        ))}
      </ul>
    </Card>
  );
}
