import { MapPin } from 'lucide-react';
import { Suspense, useState } from 'react';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/components/button.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Link } from '#src/components/link.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { FollowSlot } from '#src/entities/action-slots.tsx';
import { farText, type NearPlace, nearOf, unplaced } from '#src/lib/near.ts';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { now } from '#src/lib/server-clock.ts';
import { shownName, wholeName } from '#src/lib/shown-name.ts';
import { suggestionReason } from '#src/lib/suggestion-reason.ts';
import { texts } from './texts.ts';

const NearFields = lazyPart(async () => (await import('#src/app/near-fields.tsx')).NearFields);

/** How many organizations are fetched, and how many of them are shown at first. */
const suggested = { all: 20, first: 5 };

/** Organizations that the user might follow. Where there are none, or they cannot be had, nothing. */
export function SuggestedOrganizations() {
  const user = useUser();
  const [showsAll, setShowsAll] = useState(false);
  const [picksNear, setPicksNear] = useState(false);
  const [near, setNear] = useState<NearPlace>();
  const suggestions = trpc.profiles.suggestions.useQuery(
    { id: user?._id ?? '', limit: suggested.all, ...(near && { near: nearOf(near) }) },
    // Who was followed a moment ago stays, so that it can be taken back, until the list comes anew.
    { enabled: user !== undefined, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const organizations = suggestions.data ?? [];
  if (!suggestions.isLoading && organizations.length === 0 && !near) return null;
  return (
    <Card as="section" aria-label={texts.suggestedOrganizations.suggestedOrganizations}>
      <CardHeader
        title={texts.suggestedOrganizations.suggestedOrganizations}
        description={texts.suggestedOrganizations.basis}
      />
      <Button
        variant="quiet"
        size="sm"
        className="mb-2 -ml-3"
        aria-expanded={picksNear}
        onClick={() => setPicksNear(!picksNear)}
      >
        <MapPin aria-hidden />
        {texts.suggestedOrganizations.nearAPlace}
      </Button>
      {picksNear && (
        <Suspense>
          <NearFields value={near} onValueChange={(next) => setNear(next === unplaced ? undefined : next)} />
        </Suspense>
      )}
      {near && !suggestions.isLoading && organizations.length === 0 && (
        <p role="status" className="py-2 text-muted text-sm">
          {suggestions.isError
            ? failureOf(suggestions.error).message
            : texts.suggestedOrganizations.noOrganizations}
        </p>
      )}
      {suggestions.isLoading && (
        <SkeletonList
          label={texts.suggestedOrganizations.loadingSuggestions}
          count={suggested.first}
          item={<RowSkeleton />}
          className="gap-0"
        />
      )}
      <ul className="flex flex-col gap-1">
        {organizations.slice(0, showsAll ? suggested.all : suggested.first).map((organization) => (
          <li key={organization._id} className="flex items-center gap-3 py-1.5">
            <Avatar
              id={organization._id}
              name={organization.name}
              src={pictureUrl(organization.profilePicture, 96)}
              shape="square"
            />
            <div className="min-w-0 flex-1">
              <Link
                to="/organization/details/$id"
                params={{ id: organization._id }}
                variant="quiet"
                className="line-clamp-2 font-medium text-sm"
                dir="auto"
              >
                {shownName(organization.name, 'organization')}
              </Link>
              <p className="line-clamp-3 text-muted text-xs">
                {organization.kilometers === undefined
                  ? suggestionReason(organization.reasons, now())
                  : farText(organization.kilometers)}
              </p>
            </div>
            <FollowSlot
              userId={organization._id}
              name={wholeName(organization.name, 'organization')}
              follows={organization.relation?.follows ?? false}
            />
          </li>
        ))}
      </ul>
      {organizations.length > suggested.first && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-2 -ml-3"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll
            ? texts.suggestedOrganizations.showFewer
            : texts.suggestedOrganizations.showAll(organizations.length)}
        </Button>
      )}
    </Card>
  );
}
