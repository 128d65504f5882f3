import type { Db } from '#db/database.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { Membership } from './memberships.queries.ts';
import { type MembershipView, monthOf } from './memberships.schema.ts';

/** Memberships with the names and pictures of both sides, in the order of the rows. One query for all of them. */
export async function presentMemberships(db: Db, rows: readonly Membership[]): Promise<MembershipView[]> {
  const ids = new Set(rows.flatMap((row) => [row.individual_id, row.organization_id]));
  const profiles = await hydrateProfiles(db, [...ids], undefined);
  const byId = new Map(profiles.map((profile) => [profile._id, profile]));
  return rows.flatMap((row) => {
    const [individual, organization] = [byId.get(row.individual_id), byId.get(row.organization_id)];
    if (!individual || !organization) return [];
    return [
      {
        _id: row.id,
        individualId: row.individual_id,
        organizationId: row.organization_id,
        membershipType: row.membership_type,
        status: row.status,
        startTime: monthOf(row.start_month),
        endTime: row.end_month === null ? null : monthOf(row.end_month),
        isCurrent: row.end_month === null,
        requestedBy: row.requested_by,
        createdAt: row.created_at.toISOString(),
        individualFirstName: individual.firstName,
        individualLastName: individual.lastName,
        individualName: individual.name,
        individualProfilePicture: individual.profilePicture,
        organizationName: organization.name,
        organizationProfilePicture: organization.profilePicture,
      },
    ];
  });
}
