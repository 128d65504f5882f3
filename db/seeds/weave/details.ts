import type { Insertable } from 'kysely';
import type {
  IndividualsTable,
  OrganizationsTable,
  UserLanguagesTable,
  UserOrganizationTypesTable,
  UserSkillsTable,
} from '../../tables/profiles.ts';
import type { DemoOrganization, DemoPerson } from '../community/content.ts';
import { organizationDetails, personDetails } from '../community/details.ts';

/** How a user wants to help, as columns. */
export function involvementOf(handle: string): Partial<Insertable<IndividualsTable>> {
  const details = personDetails[handle];
  return {
    community_involvement: details?.involvement ?? null,
    availability_per_week: details?.hours ?? null,
    type_of_involvement: details?.rhythm ?? null,
  };
}

/** Whom an organization serves, and where more of it is to be found, as columns. */
export function serviceOf({ handle, website }: DemoOrganization): Partial<Insertable<OrganizationsTable>> {
  const details = organizationDetails[handle];
  return {
    service_area_types: [...(details?.areaTypes ?? [])],
    service_areas: [...(details?.areas ?? [])],
    keywords: [...(details?.keywords ?? [])],
    donation_link: details?.donations ? `${website}/give` : null,
    news_letter_link: `${website}/newsletter`,
    events_link: details?.events ? `${website}/events` : null,
    rss_link: `${website}/feed.xml`,
  };
}

/** Returns the rows of what members chose from the lists. */
export function weaveDetails({
  people,
  organizations,
}: {
  people: readonly { id: string; content: DemoPerson }[];
  organizations: readonly { id: string; content: DemoOrganization }[];
}) {
  const skills: Insertable<UserSkillsTable>[] = [];
  const languages: Insertable<UserLanguagesTable>[] = [];
  const types: Insertable<UserOrganizationTypesTable>[] = [];
  for (const { id, content } of people) {
    const details = personDetails[content.handle];
    skills.push(...(details?.skills ?? []).map((skill) => ({ user_id: id, skill_id: skill })));
    languages.push(...(details?.languages ?? []).map((language) => ({ user_id: id, language_id: language })));
  }
  for (const { id, content } of organizations)
    types.push(
      ...(organizationDetails[content.handle]?.types ?? []).map((type) => ({
        user_id: id,
        organization_type_id: type,
      })),
    );
  return { user_skills: skills, user_languages: languages, user_organization_types: types };
}
