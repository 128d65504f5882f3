import { z } from 'zod';
import { relationView } from '../profiles/profiles.schema.ts';
import { id, pageInput, pageOf } from '../validation.schema.ts';

export const followInput = z.strictObject({
  followerId: id.describe('The caller.'),
  followingId: id.describe('Who is followed.'),
});

const follow = z.object({
  _id: z.string(),
  followerId: z.string(),
  followingId: z.string(),
  createdAt: z.string().describe('UTC instant, ISO 8601.'),
});

export const followState = z.object({
  isFollowing: z.boolean(),
  follow: follow.nullable(),
});
export type FollowState = z.infer<typeof followState>;

export const followOutput = followState.extend({
  totalFollowers: z.int().describe('Of who is followed, after the change.'),
});

export const followersInput = z.strictObject({
  id: id.describe('Whose followers.'),
  onlyFriends: z.boolean().default(false).describe('Only friends of the caller.'),
  ...pageInput.shape,
});

export const followingsInput = followersInput.omit({ onlyFriends: true });

const userType = z.enum(['individual', 'organization', 'admin']);
const firstOrLastName = z.string().nullable().describe('Null for organizations.');
const picture = z.string().nullable().describe('Path below /media, or null.');
const relation = relationView.nullable().describe('Between the caller and who is listed.');

const followerView = follow.extend({
  followerUserType: userType,
  followerName: z.string().describe('Display name.'),
  followerFirstName: firstOrLastName,
  followerLastName: firstOrLastName,
  followerProfilePicture: picture,
  relation,
});
export type FollowerView = z.infer<typeof followerView>;

const followingView = follow.extend({
  followingUserType: userType,
  followingName: z.string().describe('Display name.'),
  followingFirstName: firstOrLastName,
  followingLastName: firstOrLastName,
  followingProfilePicture: picture,
  relation,
});
export type FollowingView = z.infer<typeof followingView>;

export const followerPage = pageOf(followerView);
export const followingPage = pageOf(followingView);

export const betweenInput = z.strictObject({
  a: id.describe('Who may be following.'),
  b: id.describe('Who may be followed.'),
});

export const followerSummaryInput = z.strictObject({ id: id.describe('Whose followers.') });

export const followerSummary = z.object({
  totalFollowers: z.int(),
  totalFriendsFollowers: z.int().describe('Those who are friends of the caller.'),
  totalNewFollowers: z.int().describe('Those of the last 7 days.'),
});
