import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findRelations, presentName } from '../hydrate/profiles.ts';
import type { Session } from '../ports.ts';
import { presentIndividual, presentOrganization } from './profiles.present.ts';
import type { PublicBasicInfoView } from './profiles.schema.ts';
import { findPublicInfo, type PublicInfoRow } from './public-info.queries.ts';
import type { PublicInfoView } from './public-info.schema.ts';

/** Returns a user's page as the viewer may see it: one statement, and a second one for a viewer with a session. */
export async function loadPublicInfo(
  { db, viewer }: Pick<Context, 'db'> & { viewer: Session | undefined },
  id: string,
): Promise<PublicInfoView> {
  const row = await findPublicInfo(db, id, viewer?.userId);
  if (!row) throw notFound('No User Found');
  const relations = viewer && (await findRelations(db, [id], viewer.userId));
  return {
    ...presentName(row),
    relation: relations?.get(id) ?? null,
    basicInfo: presentBasicInfo(row),
    serviceInfo: presentServiceInfo(row),
    totalFollowers: row.followers,
    totalFriendsFollowers: row.friends_followers,
    totalFollowings: row.followings,
    totalEndorsers: row.endorsers,
    totalFriendsEndorsers: row.friends_endorsers,
  };
}

function presentBasicInfo(row: PublicInfoRow): PublicBasicInfoView {
  const { id, user_type, first_name, last_name, name, profile_picture } = row;
  const address = row.address ?? {};
  if (user_type !== 'organization') {
    if (first_name === null || last_name === null) throw notFound('No User Found');
    return presentIndividual(id, user_type, { first_name, last_name, profile_picture, address });
  }
  if (name === null) throw notFound('No User Found');
  const { phone, ein, website, contact_email, mission, description } = row;
  return presentOrganization(
    id,
    { name, phone, ein, website, contact_email, mission, description, address, profile_picture },
    row.organization_types,
  );
}

function presentServiceInfo(row: PublicInfoRow): PublicInfoView['serviceInfo'] {
  if (row.user_type !== 'organization') return null;
  return {
    serviceAreaTypes: row.service_area_types ?? [],
    serviceAreas: row.service_areas ?? [],
    impactAreas: row.impact_areas,
    donationLink: row.donation_link ?? '',
    newsLetterLink: row.news_letter_link ?? '',
    keywords: row.keywords ?? [],
  };
}
