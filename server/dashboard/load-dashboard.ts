import type { Db } from '#db/database.ts';
import { hydratePosts } from '../hydrate/posts.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { PostView } from '../posts/posts.schema.ts';
import { loadStatistics } from '../posts/statistics.ts';
import type { ProfileView } from '../profiles/profiles.schema.ts';
import { newSince } from '../relations/list-people.ts';
import type { SignedInContext } from '../trpc.ts';
import { findLastReactors, findOverview } from './dashboard.queries.ts';
import { type DashboardView, dashboardLimits, type InteractedUser } from './dashboard.schema.ts';

/** Returns what the dashboard of the organization shows that the viewer is. */
export async function loadDashboard(
  ctx: Pick<SignedInContext, 'db' | 'ports' | 'viewer'>,
): Promise<DashboardView> {
  const { db, ports, viewer } = ctx;
  const organizationId = viewer.userId;
  const [{ upcoming, ended, ...summary }, statistics] = await Promise.all([
    findOverview(db, {
      organizationId,
      now: ports.clock.now(),
      since: newSince(ctx),
      limit: dashboardLimits.posts,
    }),
    loadStatistics(ctx, { organizationId }),
  ]);
  const [posts, interacted] = await Promise.all([
    hydratePosts(db, [...upcoming, ...ended], organizationId),
    loadLastReactors(db, ended, organizationId),
  ]);
  const byId = new Map(posts.map((post) => [post._id, post]));
  const found = (ids: readonly string[]): PostView[] => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    summary,
    statistics,
    upcoming: found(upcoming),
    recentlyEnded: found(ended).map((post) => ({
      post,
      interactedUsers: interacted.get(post._id) ?? [],
    })),
  };
}

async function loadLastReactors(
  db: Db,
  postIds: readonly string[],
  viewerId: string,
): Promise<Map<string, InteractedUser[]>> {
  if (postIds.length === 0) return new Map();
  const rows = await findLastReactors(db, { postIds, viewerId, limit: dashboardLimits.people });
  const profiles = await hydrateProfiles(db, [...new Set(rows.map(({ userId }) => userId))], undefined);
  const byId = new Map(profiles.map((profile) => [profile._id, presentInteracted(profile)]));
  const byPost = Map.groupBy(rows, ({ postId }) => postId);
  return new Map(
    [...byPost].map(([postId, of]) => [postId, of.flatMap(({ userId }) => byId.get(userId) ?? [])]),
  );
}

const presentInteracted = (profile: ProfileView): InteractedUser => ({
  userId: profile._id,
  userType: profile.userType,
  userName: profile.name,
  userFirstName: profile.firstName,
  userLastName: profile.lastName,
  userProfilePicture: profile.profilePicture,
});
