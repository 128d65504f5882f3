import { z } from 'zod';
import { userTypes } from '#db/tables/columns.ts';
import { endorserSummary } from '../endorsements/endorsements.schema.ts';
import { followerSummary } from '../follows/follows.schema.ts';
import { postView } from '../posts/posts.schema.ts';
import { statistics, viewerSummary } from '../posts/viewers.schema.ts';
import { walletOutput } from '../wallet/wallet.schema.ts';

/** How many posts of each kind the dashboard shows, and how many people of each post that is over. */
export const dashboardLimits = { posts: 5, people: 3 };

export const interactedUser = z.object({
  userId: z.string(),
  userType: z.enum(userTypes),
  userName: z.string().describe('Display name.'),
  userFirstName: z.string().nullable(),
  userLastName: z.string().nullable(),
  userProfilePicture: z.string().nullable(),
});
export type InteractedUser = z.infer<typeof interactedUser>;

export const dashboardView = z.object({
  summary: z.object({
    ...followerSummary.shape,
    ...endorserSummary.shape,
    ...viewerSummary.shape,
    ...walletOutput.shape,
  }),
  statistics,
  upcoming: z.array(postView).describe('Published posts that are still to begin, the next one first.'),
  recentlyEnded: z
    .array(
      z.object({
        post: postView,
        interactedUsers: z
          .array(interactedUser)
          .describe(
            `Who reacted last, at most ${dashboardLimits.people}. Left out are people who keep from the caller what they do, or themselves.`,
          ),
      }),
    )
    .describe('Published posts that are over, the latest end first.'),
});
export type DashboardView = z.infer<typeof dashboardView>;
