import type { Insertable } from 'kysely';
import type { ProfileKind } from '../../tables/columns.ts';
import type { IndividualsTable, OrganizationsTable, UserImpactAreasTable } from '../../tables/profiles.ts';
import type { UsersTable } from '../../tables/users.ts';
import type { DemoOrganization, DemoPerson } from '../community/content.ts';
import { organizations } from '../community/organizations.ts';
import { people } from '../community/people.ts';
import { Random } from '../random.ts';
import { involvementOf, serviceOf } from './details.ts';
import type { StoredPicture } from './pictures.ts';

/** Where the demo accounts receive mail: a domain that cannot exist. */
const mailDomain = 'demo.gatherwell.example';

/** The address with which a member signs in. */
export const emailOf = (handle: string): string => `${handle}@${mailDomain}`;

/** What a new account has to spend. */
const coinsAtStart = 100;

interface Account {
  id: string;
  /** What lists, mentions and notifications show. */
  name: string;
  joinedAt: Date;
}

/** A person or an organization of the demo community, with an account. */
export type Person = Account & { content: DemoPerson };
export type Organization = Account & { content: DemoOrganization };

export interface Members {
  people: readonly Person[];
  organizations: readonly Organization[];
  /** The member with this handle. Throws where there is none. */
  get(handle: string): Person | Organization;
}

/** Gives everybody an id and a date of joining. */
export function gatherMembers(now: Date): Members {
  const join = (handle: string, daysAgo: number) => {
    const random = new Random(`member ${handle}`);
    const joinedAt = daysBefore(now, daysAgo + (daysAgo < 1 ? 0 : random.unit()));
    return { id: random.id(joinedAt), joinedAt };
  };
  const members = {
    people: people.map((content) => ({
      ...join(content.handle, content.joinedDaysAgo),
      name: `${content.firstName} ${content.lastName}`,
      content,
    })),
    organizations: organizations.map((content) => ({
      ...join(content.handle, content.joinedDaysAgo),
      name: content.name,
      content,
    })),
  };
  const byHandle = new Map(
    [...members.people, ...members.organizations].map((member) => [member.content.handle, member] as const),
  );
  return {
    ...members,
    get(handle) {
      const member = byHandle.get(handle);
      if (!member) throw new Error(`Nobody in the demo community is called ${handle}.`);
      return member;
    },
  };
}

/** The accounts and profiles. `pictures` are by handle; `lastPublished` is by organization id. */
export function weaveMembers(
  { people, organizations }: Members,
  options: {
    passwordHash: string;
    pictures: ReadonlyMap<string, StoredPicture>;
    lastPublished: ReadonlyMap<string, Date>;
  },
) {
  const users: Insertable<UsersTable>[] = [];
  const individualRows: Insertable<IndividualsTable>[] = [];
  const organizationRows: Insertable<OrganizationsTable>[] = [];
  const areas: Insertable<UserImpactAreasTable>[] = [];

  const addAccount = (member: Person | Organization, userType: ProfileKind) => {
    users.push({
      id: member.id,
      user_type: userType,
      email: emailOf(member.content.handle),
      password_hash: options.passwordHash,
      created_at: member.joinedAt,
    });
    areas.push(...member.content.areas.map((area) => ({ user_id: member.id, impact_area_id: area })));
  };

  for (const person of people) {
    addAccount(person, 'individual');
    const { content } = person;
    const { privacy = {}, home } = content;
    const random = new Random(`home ${content.handle}`);
    individualRows.push({
      user_id: person.id,
      first_name: content.firstName,
      last_name: content.lastName,
      date_of_birth: content.born,
      kids: content.kids ?? null,
      phone: content.phone ?? null,
      gender: content.gender ?? null,
      races: content.races ?? [],
      profile_picture: options.pictures.get(content.handle)?.path ?? null,
      address: JSON.stringify({
        ...home,
        latitude: scatter(home.latitude, random),
        longitude: scatter(home.longitude, random),
      }),
      is_calendar_public: privacy.isCalendarPublic ?? false,
      is_email_searchable: privacy.isEmailSearchable ?? true,
      is_user_searchable: privacy.isUserSearchable ?? true,
      show_on_search: privacy.showOnSearch ?? 'always',
      show_activity: privacy.showActivity ?? 'Public',
      ...involvementOf(content.handle),
    });
  }

  for (const organization of organizations) {
    addAccount(organization, 'organization');
    const { content } = organization;
    organizationRows.push({
      user_id: organization.id,
      name: content.name,
      mission: content.mission,
      description: content.description,
      phone: content.phone,
      ein: content.ein ?? null,
      website: content.website,
      contact_email: `hello@${content.handle}.example`,
      profile_picture: options.pictures.get(content.handle)?.path ?? null,
      address: JSON.stringify(content.address),
      last_published_at: options.lastPublished.get(organization.id) ?? null,
      ...serviceOf(content),
    });
  }

  return {
    users,
    individuals: individualRows,
    organizations: organizationRows,
    user_impact_areas: areas,
    user_heads: users.map(({ id }) => ({ user_id: id, seq: 0 })),
    wallets: users.map(({ id }) => ({ user_id: id, balance: coinsAtStart })),
    wallet_entries: users.map(({ id, email, created_at }) => ({
      id: new Random(`coins ${email}`).id(new Date(created_at)),
      user_id: id,
      coins: coinsAtStart,
      reason: 'start' as const,
      created_at,
    })),
  };
}

/** A moment so many days, or parts of days, before another. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * 86_400_000);

/** Moves a coordinate by up to two kilometres, so that neighbours are not on top of each other. */
const scatter = (degrees: number, random: Random) =>
  Math.round((degrees + random.between(-0.02, 0.02)) * 10_000) / 10_000;
