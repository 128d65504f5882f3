import { findVisibleUser } from '../access.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { Session } from '../ports.ts';
import { countPairsFrom } from '../relations/pairs.queries.ts';
import { summarizePairs } from '../relations/pairs.ts';
import { loadPublicBasicInfo } from './basic-info.ts';
import type { PublicInfoView } from './public-info.schema.ts';
import { loadServiceInfo } from './sections.procedures.ts';

/** Somebody's page as the caller may see it. Throws "not found" where there is no such user. */
export async function loadPublicInfo(
  ctx: Pick<Context, 'db' | 'ports'> & { viewer: Session | undefined },
  id: string,
): Promise<PublicInfoView> {
  const { db, viewer } = ctx;
  const user = await findVisibleUser(db, id);
  const [profile] = user ? await hydrateProfiles(db, [id], viewer?.userId) : [];
  if (!user || !profile) throw notFound('No User Found');
  const [followers, endorsers] = [
    await summarizePairs(ctx, 'follows', id),
    await summarizePairs(ctx, 'endorsements', id),
  ];
  return {
    ...profile,
    basicInfo: await loadPublicBasicInfo(db, user),
    serviceInfo: user.user_type === 'organization' ? await loadServiceInfo(db, id) : null,
    totalFollowers: followers.total,
    totalFriendsFollowers: followers.friends,
    totalFollowings: await countPairsFrom(db, 'follows', id),
    totalEndorsers: endorsers.total,
    totalFriendsEndorsers: endorsers.friends,
  };
}
