import { type Kysely, sql } from 'kysely';

/** The rest of what people and organizations say of themselves, and the lists that they choose from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table languages (id text primary key, name text not null unique)`,
  sql`create table organization_types (id text primary key, name text not null unique)`,

  // Choices: the key makes each once, the index finds who chose something.
  sql`create table user_skills (
    user_id uuid not null references users on delete cascade,
    skill_id text not null references skills,
    primary key (user_id, skill_id)
  )`,
  sql`create index user_skills_by_skill on user_skills (skill_id, user_id)`,
  sql`create table user_languages (
    user_id uuid not null references users on delete cascade,
    language_id text not null references languages,
    primary key (user_id, language_id)
  )`,
  sql`create index user_languages_by_language on user_languages (language_id, user_id)`,
  sql`create table user_organization_types (
    user_id uuid not null references users on delete cascade,
    organization_type_id text not null references organization_types,
    primary key (user_id, organization_type_id)
  )`,
  sql`create index user_organization_types_by_type on user_organization_types (organization_type_id, user_id)`,

  // Involvement of individuals.
  sql`alter table individuals
    add column community_involvement text,
    add column looking_for_volunteering_opportunity boolean not null default true,
    add column looking_for_project boolean not null default true,
    add column looking_for_membership boolean not null default true,
    add column looking_for_committee boolean not null default true,
    add column availability_per_week integer check (availability_per_week between 0 and 40),
    add column type_of_involvement text
      check (type_of_involvement in ('convenient', 'full-day', 'structured-recurring', 'as-much-possible'))`,

  // Service information and links of organizations.
  sql`alter table organizations
    add column service_area_types text[] not null default '{}',
    add column service_areas text[] not null default '{}',
    add column keywords text[] not null default '{}',
    add column donation_link text,
    add column news_letter_link text,
    add column events_link text,
    add column rss_link text,
    add column blog_link text`,
  // Organizations that serve a place, and those with a keyword.
  sql`create index organizations_by_service_area on organizations using gin (service_areas)`,
  sql`create index organizations_by_keyword on organizations using gin (keywords)`,
];
