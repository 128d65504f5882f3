import { useMatch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { ProfileKind } from '#db/tables/columns.ts';
import { type RouterOutputs, trpc } from '#src/app/api.ts';
import { failureOf, isAbsent } from '#src/app/failure.ts';
import { optionalPart } from '#src/app/late-part.tsx';
import { useUser } from '#src/app/session.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Card } from '#src/components/card.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { Title } from '#src/components/title.tsx';
import { UserTypeBadge } from '#src/entities/user-type-badge.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { Counts } from './counts.tsx';
import { NoUserFound } from './no-user-found.tsx';
import * as texts from './profile-page.texts.ts';

export type PublicInfo = RouterOutputs['profiles']['publicInfo'];

// Visitors have nothing on their device.
const LiveCounts = lazyPart(
  async () => (await import('./live-counts.tsx')).LiveCounts,
  ({ props }) => <Counts {...props} />,
);
const Checklist = optionalPart(async () => (await import('./checklist.tsx')).Checklist);

interface ProfileFrameProps {
  userId: string;
  /** The expected type: a user of another type is not found here. */
  userType: ProfileKind;
  /** The actions on another user's page. */
  actions: (info: PublicInfo) => ReactNode;
  /** What the tab shows. */
  children: (info: PublicInfo) => ReactNode;
}

/** Renders a user's page: on the left the user and the actions, beside it the open tab. */
export function ProfileFrame({ userId, userType, actions, children }: ProfileFrameProps) {
  const user = useUser();
  const profile = trpc.profiles.publicInfo.useQuery({ id: userId });

  if (profile.isError && isAbsent(profile.error)) return <NoUserFound />;
  if (profile.data === undefined)
    return profile.isError || profile.isPaused ? (
      <ErrorState
        message={failureOf(profile.error).message}
        retrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    ) : (
      <SkeletonForm label={texts.loadingTheProfile} />
    );
  if (profile.data.userType !== userType) return <NoUserFound />;

  const info = profile.data;
  const name = nameOf(info);
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-[15rem_minmax(0,1fr)]">
      <Title>{name}</Title>
      <Card as="section" aria-label={texts.profile} className="flex flex-col items-center gap-4 text-center">
        <Avatar
          id={info._id}
          name={name}
          src={pictureUrl(info.profilePicture, 400)}
          size="xl"
          shape={userType === 'organization' ? 'square' : 'circle'}
        />
        <div className="flex w-full flex-col items-center gap-2">
          <UserTypeBadge type={userType} />
          <h1 dir="auto" className="wrap-anywhere text-balance font-bold text-xl">
            {name}
          </h1>
          {info.basicInfo.userType === 'organization' && info.basicInfo.organizationTypes.length > 0 && (
            <p className="text-muted text-sm">
              {info.basicInfo.organizationTypes.map((type) => type.name).join(' · ')}
            </p>
          )}
          <Suspense fallback={<Counts info={info} />}>
            {user ? <LiveCounts info={info} /> : <Counts info={info} />}
          </Suspense>
        </div>
        <div className="flex w-full flex-wrap justify-center gap-2 md:flex-col [&>*]:max-md:grow">
          {user?._id === info._id ? (
            <ButtonLink to={`/edit/${userType}/basic-info`} variant="secondary" size="sm">
              {texts.edit}
            </ButtonLink>
          ) : (
            actions({ ...info, name })
          )}
        </div>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <Suspense>{user?._id === info._id && <Checklist />}</Suspense>
        <Tabs info={info} />
        {children(info)}
      </div>
    </div>
  );
}

/** The name that a page shows, also where none was given. */
const nameOf = ({ name, userType }: PublicInfo) => wholeName(name, userType);

function Tabs({ info: { _id: id, userType, isCalendarVisible } }: { info: PublicInfo }) {
  const isOwn = useUser()?._id === id;
  // Of the Impact page, which is one tab whatever it shows.
  const impact = useMatch({ from: '/organization/$id/$type/all', shouldThrow: false })?.params.type;
  if (userType === 'organization')
    return (
      <LinkTabs label={texts.profile}>
        <LinkTab to="/organization/details/$id" params={{ id }}>
          {texts.about}
        </LinkTab>
        <LinkTab
          to="/organization/$id/$type/all"
          params={{ id, type: impact ?? 'project' }}
          activeOptions={{ includeSearch: false }}
        >
          {texts.impact}
        </LinkTab>
        <MessageTab type="organization" id={id} />
        <LinkTab to="/organization/$id/followers" params={{ id }}>
          {texts.followers}
        </LinkTab>
        <LinkTab to="/organization/$id/feed" params={{ id }}>
          {texts.feed}
        </LinkTab>
        <LinkTab to="/organization/$id/scheduler" params={{ id }} activeOptions={{ includeSearch: false }}>
          {texts.calendar}
        </LinkTab>
        <LinkTab to="/$type/$id/gallery" params={{ type: 'organization', id }}>
          {texts.gallery}
        </LinkTab>
      </LinkTabs>
    );
  return (
    <LinkTabs label={texts.profile}>
      <LinkTab to="/individual/details/$id" params={{ id }}>
        {texts.about}
      </LinkTab>
      <MessageTab type="individual" id={id} />
      <LinkTab to="/individual/$id/friends" params={{ id }}>
        {texts.friends}
      </LinkTab>
      <LinkTab to="/individual/$id/followings" params={{ id }}>
        {texts.followings}
      </LinkTab>
      <LinkTab to="/individual/$id/endorsees" params={{ id }}>
        {texts.endorsees}
      </LinkTab>
      {isCalendarVisible && !isOwn && (
        <LinkTab to="/individual/$id/scheduler" params={{ id }} activeOptions={{ includeSearch: false }}>
          {texts.calendar}
        </LinkTab>
      )}
    </LinkTabs>
  );
}

/** Where one writes to the user; not on one's own page. */
function MessageTab({ type, id }: { type: ProfileKind; id: string }) {
  if (useUser()?._id === id) return null;
  return (
    <LinkTab to="/$type/message/$id" params={{ type, id }}>
      {texts.message}
    </LinkTab>
  );
}
