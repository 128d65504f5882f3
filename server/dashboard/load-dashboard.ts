import { executeTogether } from '#db/batch.ts';
import { presentPost } from '../hydrate/posts.ts';
import { presentName } from '../hydrate/profiles.ts';
import { timeZoneOf } from '../posts/post-dates.ts';
import { selectWhereabouts } from '../posts/posts.queries.ts';
import { loadStatistics } from '../posts/statistics.ts';
import { newSince } from '../relations/list-people.ts';
import type { SignedInContext } from '../trpc.ts';
import { selectDashboardPosts, selectLastReactors, selectSummary } from './dashboard.queries.ts';
import type { DashboardView, InteractedUser } from './dashboard.schema.ts';

/**
 * Returns what the dashboard of the organization shows that the viewer is, in two round trips: only the statistics depend
 * on a row of another statement, which has the time zone.
 */
export async function loadDashboard(
  ctx: Pick<SignedInContext, 'db' | 'ports' | 'viewer'>,
): Promise<DashboardView> {
  const { db, ports, viewer } = ctx;
  const organizationId = viewer.userId;
  const query = { organizationId, now: ports.clock.now(), since: newSince(ctx) };
  const [[whereabouts], [summary], posts, reactors] = await executeTogether(db, [
    selectWhereabouts(db, organizationId),
    selectSummary(db, query),
    selectDashboardPosts(query),
    selectLastReactors(query),
  ]);
  if (!summary) throw new Error('A query without a table returned no row.');
  const statistics = await loadStatistics(ctx, { organizationId }, timeZoneOf(whereabouts));
  const of = (kind: 'upcoming' | 'ended') =>
    posts.flatMap((shown) => (shown.kind === kind ? [presentPost(shown.post)] : []));
  const byPost = Map.groupBy(reactors, ({ postId }) => postId);
  return {
    summary,
    statistics,
    upcoming: of('upcoming'),
    recentlyEnded: of('ended').map((post) => ({
      post,
      interactedUsers: (byPost.get(post._id) ?? []).map(presentInteracted),
    })),
  };
}

function presentInteracted(row: Parameters<typeof presentName>[0]): InteractedUser {
  const { _id, userType, name, firstName, lastName, profilePicture } = presentName(row);
  return {
    userId: _id,
    userType,
    userName: name,
    userFirstName: firstName,
    userLastName: lastName,
    userProfilePicture: profilePicture,
  };
}
