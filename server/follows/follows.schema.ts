import { z } from 'zod';
import { listedPerson, relationShape } from '../relations/relations.schema.ts';
import { id, pageOf } from '../validation.schema.ts';

export const followInput = z.strictObject({
  followerId: id.describe('The caller.'),
  followingId: id.describe('Who is followed.'),
});

export const follow = z.object({ ...relationShape, followerId: z.string(), followingId: z.string() });

/** Everything that a read returns of a follow, whichever of the two it lists. */
export const followView = follow.extend({
  follower: listedPerson,
  following: listedPerson,
});

export const followState = z.object({
  isFollowing: z.boolean(),
  follow: follow.nullable(),
});

export const followOutput = followState.extend({
  totalFollowers: z.int().describe('Of who is followed, after the change.'),
});

export const followerPage = pageOf(follow.extend({ follower: listedPerson }));
export const followingPage = pageOf(follow.extend({ following: listedPerson }));

export const followerSummary = z.object({
  totalFollowers: z.int(),
  totalFriendsFollowers: z.int().describe('Those who are friends of the caller.'),
  totalNewFollowers: z.int().describe('Those of the last 7 days.'),
});
