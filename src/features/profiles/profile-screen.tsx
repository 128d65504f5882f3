import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RouterOutputs, trpc } from '#src/app/api.ts';
import { failureOf, isAbsent } from '#src/app/failure.ts';
import { useUser } from '#src/app/session.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { ButtonLink, ExternalLink } from '#src/components/link.tsx';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';
import { Title } from '#src/components/title.tsx';
import { UserTypeBadge } from '#src/components/user-type-badge.tsx';
import { pictureUrl } from '#src/lib/picture-url.ts';
import { NoUserFound } from './no-user-found.tsx';

type PublicInfo = RouterOutputs['profiles']['publicInfo'];

interface ProfileScreenProps {
  userId: string;
  /** Whose page it is: somebody of another kind is nobody here. */
  userType: 'individual' | 'organization';
  /** What one can do about them, for signed-in readers of somebody else's page. */
  actions?: (info: PublicInfo) => ReactNode;
  /** Below what they say of themselves. */
  children?: ReactNode;
}

/** Somebody's page: who they are, who follows them, what they say of themselves. */
export function ProfileScreen({ userId, userType, actions, children }: ProfileScreenProps) {
  const user = useUser();
  const profile = trpc.profiles.publicInfo.useQuery({ id: userId });

  if (profile.isPending) return <SkeletonForm label="Loading the profile" />;
  if (profile.isError && !isAbsent(profile.error))
    return <ErrorState message={failureOf(profile.error).message} onRetry={() => void profile.refetch()} />;
  if (profile.isError || profile.data.userType !== userType) return <NoUserFound />;

  const info = profile.data;
  const isOwn = user?._id === info._id;
  const name = info.name || (userType === 'organization' ? 'Organization Name Not Found' : 'No name yet');
  return (
    <div className="mx-auto flex max-w-reading flex-col gap-5">
      <Title>{name}</Title>
      <Card className="flex flex-col gap-5">
        <div className="flex flex-wrap items-start gap-4 sm:gap-6">
          <Avatar
            id={info._id}
            name={name}
            src={pictureUrl(info.profilePicture, 400)}
            size="xl"
            shape={userType === 'organization' ? 'square' : 'circle'}
          />
          <div className="flex min-w-48 flex-1 flex-col items-start gap-2">
            <UserTypeBadge type={userType} />
            <h1 className="text-balance font-bold text-2xl">{name}</h1>
            <p className="text-muted text-sm">
              <Count value={info.totalFollowers} one="follower" /> ·{' '}
              <Count value={info.totalFollowings} one="following" />
            </p>
          </div>
          {isOwn ? (
            <ButtonLink to={`/edit/${userType}/basic-info`} variant="secondary" size="sm">
              Edit
            </ButtonLink>
          ) : (
            user && actions?.(info)
          )}
        </div>
      </Card>
      {userType === 'organization' && <About info={info} />}
      {children}
    </div>
  );
}

function Count({ value, one }: { value: number; one: string }) {
  return (
    <>
      <strong className="text-ink">{value}</strong> {value === 1 ? one : `${one}s`}
    </>
  );
}

function About({ info }: { info: PublicInfo }) {
  return (
    <Card className="flex flex-col gap-4">
      <CardHeader title="About" />
      {info.mission && <p className="text-lg">{info.mission}</p>}
      <p className="whitespace-pre-line">{info.description ?? 'No description available'}</p>
      {info.website && (
        <p className="flex items-center gap-2">
          <Globe aria-hidden className="size-4.5 shrink-0 text-muted" />
          <ExternalLink href={info.website} className="min-w-0 truncate">
            {info.website}
          </ExternalLink>
        </p>
      )}
    </Card>
  );
}
