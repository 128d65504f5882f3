import { Compass } from 'lucide-react';
import { trpc } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { CommunityList } from './community-list.tsx';
import { FollowButton } from './follow-button.tsx';

/**
 * Whom the signed-in user follows, newest first. Who is unfollowed stays until the list is opened again, so that a
 * slip can be taken back.
 */
export function FollowingsScreen() {
  const user = useUser();
  const followings = trpc.follows.followings.useInfiniteQuery(
    { id: user?._id ?? '' },
    { getNextPageParam: (page) => page.cursor, enabled: user !== undefined },
  );
  return (
    <CommunityList
      title="Followings"
      things="followings"
      query={followings}
      people={followings.data?.pages
        .flatMap((page) => page.items)
        .map((item) => ({
          _id: item.followingId,
          userType: item.followingUserType,
          name: item.followingName,
          profilePicture: item.followingProfilePicture,
        }))}
      action={({ _id, name }) => <FollowButton userId={_id} name={name} follows pressedLabel="Unfollow" />}
      empty={
        <EmptyState
          icon={<Compass />}
          title="No Following Found"
          hint="Follow organizations whose work you care for: what they say comes to your feed."
          action={<ButtonLink to="/">Find organizations</ButtonLink>}
        />
      }
    />
  );
}
