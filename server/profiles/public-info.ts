import { executeTogether } from '#db/batch.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { presentName, presentRelations, selectRelations } from '../hydrate/profiles.ts';
import type { Session } from '../ports.ts';
import { presentIndividual, presentOrganization } from './profiles.present.ts';
import type { PublicBasicInfoView } from './profiles.schema.ts';
import { type PublicInfoRow, selectPublicInfo } from './public-info.queries.ts';
import type { PublicInfoView } from './public-info.schema.ts';

/** Returns a user's page as the viewer may see it, in one round trip. */
export async function loadPublicInfo(
  { db, viewer }: Pick<Context, 'db'> & { viewer: Session | undefined },
  id: string,
): Promise<PublicInfoView> {
  const viewerId = viewer?.userId;
  const info = selectPublicInfo(db, id, viewerId);
  const [[row], relations = []] =
    viewerId === undefined
      ? await executeTogether(db, [info])
      : await executeTogether(db, [info, selectRelations(db, [id], viewerId)]);
  if (!row) throw notFound('No User Found');
  return {
    ...presentName(row),
    relation: presentRelations(relations).get(id) ?? null,
    basicInfo: presentBasicInfo(row),
    serviceInfo: presentServiceInfo(row),
    internalLink:
      row.user_type === 'organization'
        ? { events: row.events_link ?? '', rss: row.rss_link ?? '', blog: row.blog_link ?? '' }
        : null,
    totalFollowers: row.followers,
    totalFriendsFollowers: row.friends_followers,
    totalFollowings: row.followings,
    totalEndorsers: row.endorsers,
    totalFriendsEndorsers: row.friends_endorsers,
    isCalendarVisible: row.sees_calendar,
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
