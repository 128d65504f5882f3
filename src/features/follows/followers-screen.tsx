import { UsersRound } from 'lucide-react';
import { trpc } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { CommunityList } from './community-list.tsx';
import { FollowButton } from './follow-button.tsx';

/** Who follows the signed-in user, newest first. */
export function FollowersScreen() {
  const user = useUser();
  const followers = trpc.follows.followers.useInfiniteQuery(
    { id: user?._id ?? '' },
    { getNextPageParam: (page) => page.cursor, enabled: user !== undefined },
  );
  const items = followers.data?.pages.flatMap((page) => page.items);
  const follows = new Map(items?.map((item) => [item.followerId, item.relation?.follows ?? false]));
  return (
    <CommunityList
      title="Followers"
      things="followers"
      query={followers}
      people={items?.map((item) => ({
        _id: item.followerId,
        userType: item.followerUserType,
        name: item.followerName,
        profilePicture: item.followerProfilePicture,
      }))}
      action={({ _id, name }) => (
        <FollowButton userId={_id} name={name} follows={follows.get(_id) ?? false} />
      )}
      empty={
        <EmptyState
          icon={<UsersRound />}
          title="No Follower Found"
          hint={
            user?.userType === 'organization'
              ? 'People find you by what you publish. Tell them what you are doing.'
              : 'Take part in what organizations do, and people will find you.'
          }
          action={
            user?.userType === 'organization' ? (
              <ButtonLink to="/post/$orgId/create" params={{ orgId: user._id }} search={{}}>
                Create Post
              </ButtonLink>
            ) : (
              <ButtonLink to="/">Go to the feed</ButtonLink>
            )
          }
        />
      }
    />
  );
}
