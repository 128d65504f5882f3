import type { ProfileView } from '../profiles/profiles.schema.ts';
import type { Follow } from './follows.queries.ts';
import type { FollowerView, FollowingView, FollowState } from './follows.schema.ts';

/** Whether one follows the other, as the output says. */
export function presentState(follow: Follow | undefined): FollowState {
  return { isFollowing: follow !== undefined, follow: follow ? presentFollow(follow) : null };
}

/** Follows with the profiles of those who follow. Whose profile is missing is left out. */
export function presentFollowers(
  follows: readonly Follow[],
  profiles: readonly ProfileView[],
): FollowerView[] {
  const byId = new Map(profiles.map((profile) => [profile._id, profile]));
  return follows.flatMap((follow) => {
    const profile = byId.get(follow.followerId);
    if (!profile) return [];
    return [
      {
        ...presentFollow(follow),
        followerUserType: profile.userType,
        followerName: profile.name,
        followerFirstName: profile.firstName,
        followerLastName: profile.lastName,
        followerProfilePicture: profile.profilePicture,
        relation: profile.relation,
      },
    ];
  });
}

/** Follows with the profiles of those who are followed. Whose profile is missing is left out. */
export function presentFollowings(
  follows: readonly Follow[],
  profiles: readonly ProfileView[],
): FollowingView[] {
  const byId = new Map(profiles.map((profile) => [profile._id, profile]));
  return follows.flatMap((follow) => {
    const profile = byId.get(follow.followingId);
    if (!profile) return [];
    return [
      {
        ...presentFollow(follow),
        followingUserType: profile.userType,
        followingName: profile.name,
        followingFirstName: profile.firstName,
        followingLastName: profile.lastName,
        followingProfilePicture: profile.profilePicture,
        relation: profile.relation,
      },
    ];
  });
}

function presentFollow({ id, followerId, followingId, createdAt }: Follow) {
  return { _id: id, followerId, followingId, createdAt: createdAt.toISOString() };
}
