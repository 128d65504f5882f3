import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../database.ts';
import { impactAreas } from './data/impact-areas.ts';
import { organizationTypes } from './data/organization-types.ts';
import { skills } from './data/skills.ts';
import { seedLookups } from './lookups.ts';
import { withoutChecks } from './without-checks.ts';

export interface PeopleOptions {
  /** The newest account's age is none. */
  now: Date;
  /** Of everybody's password. */
  passwordHash: string;
  /** Accounts; one in five is an organization. */
  people: number;
  /** Follows, friendships, endorsements and memberships for each of them, on average. */
  relationsPerPerson: number;
}

/** One in so many accounts is an organization. */
const perOrganization = 5;

const firstNames =
  'Maria,Noor,Andre,Claudette,Terrell,Nikhil,Aiko,Liam,Olivia,Emma,Noah,Amelia,Hana,Yusuf,Priya,Chloé,Zoë,Jonas,Ingrid,Mateo,Sofia,Fatima,Kwame,Mei,Tomás,Anna,Annabel,Philip,Philippa,Ruth,Samuel,Esther,Omar,Leila,Dmitri,Katya,Björn,Astrid,Paolo,Giulia'.split(
    ',',
  );
const syllables = 'ba,der,fen,gor,hal,kin,lo,mar,nes,o,pet,quin,ros,san,tor,ver,wil,yen,zam,bright'.split(
  ',',
);
const causes = 'Kitchen,Shelter,Garden,Library,Rowing,Choir,Repair,Housing,Meadow,Harbour'.split(',');
const towns = [
  ['Philadelphia', 'PA', 'US'],
  ['Toronto', 'ON', 'CA'],
  ['Camden', 'NJ', 'US'],
  ['Vancouver', 'BC', 'CA'],
  ['Perth', 'WA', 'AU'],
] as const;

/**
 * Fills an empty database with people, organizations and what there is between them, in SQL: 100,000 with two million
 * relations take about a minute and a half. The same options make the same rows. Names share their words as they do
 * in life: common first names, and thousands of last ones.
 */
export async function seedPeople(db: Db, options: PeopleOptions): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await seedLookups(trx);
    await seedAccounts(trx, options);
    await seedChoices(trx);
    await withoutChecks(trx, ['follows', 'friendships', 'endorsements', 'memberships'], () =>
      seedRelations(trx, options),
    );
  });
  await sql`vacuum (analyze)`.execute(db);
}

/** A number from 0 up to `count` that looks random and is always the same for n. */
const oneOf = (count: number | RawBuilder<unknown>, n: RawBuilder<unknown>, salt: number) =>
  sql`((hashint8extended((${n})::bigint, ${sql.lit(salt)}) & 4294967295) % (${count})::bigint)::int`;

const element = (values: readonly string[], index: RawBuilder<unknown>) =>
  sql`(${values}::text[])[1 + ${index}]`;

/** Accounts with profiles. For the rest of the transaction, `volume_people` has everybody by number. */
async function seedAccounts(trx: Trx, { now, passwordHash, people }: PeopleOptions): Promise<void> {
  const joined = sql`(${now.toISOString()}::timestamptz - (${people}::int - n) * interval '1 minute')`;
  await sql`create temporary table volume_people on commit drop as
    select n, (
        lpad(to_hex((extract(epoch from ${joined}) * 1000)::bigint), 12, '0')
        || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15)
      )::uuid as id, n % ${sql.lit(perOrganization)} = 0 as is_organization, ${joined} as joined_at,
      ${element(firstNames, oneOf(firstNames.length, sql`n`, 1))} as first_name,
      initcap(${element(syllables, oneOf(syllables.length, sql`n`, 2))}
        || ${element(syllables, oneOf(syllables.length, sql`n`, 3))}
        || ${element(syllables, oneOf(syllables.length, sql`n`, 4))}) as last_name,
      jsonb_build_object(
        'city', ${element(
          towns.map(([city]) => city),
          oneOf(towns.length, sql`n`, 5),
        )},
        'state', ${element(
          towns.map(([, state]) => state),
          oneOf(towns.length, sql`n`, 5),
        )},
        'country', ${element(
          towns.map(([, , country]) => country),
          oneOf(towns.length, sql`n`, 5),
        )}
      ) as address
    from generate_series(1, ${people}::int) n`.execute(trx);
  await sql`create unique index on volume_people (n)`.execute(trx);
  await sql`analyze volume_people`.execute(trx);
  await sql`insert into users (id, user_type, email, password_hash, created_at)
    select id, case when is_organization then 'organization' else 'individual' end,
      'person-' || n || '@volume.gatherwell.example', ${passwordHash}, joined_at
    from volume_people order by n`.execute(trx);
  await sql`insert into individuals (user_id, first_name, last_name, address, looking_for_project, show_on_search)
    select id, first_name, last_name, address, n % 3 = 0,
      case when n % 10 = 1 then 'friends-of-friends' when n % 10 = 2 then 'never' else 'always' end
    from volume_people where not is_organization order by n`.execute(trx);
  await sql`insert into organizations (user_id, name, mission, address, keywords, service_areas)
    select id, last_name || ' ' || ${element(causes, oneOf(causes.length, sql`n`, 6))},
      'To be ' || last_name || ' and do it well.', address, array['volume'],
      array[(address->>'city') || ', ' || (address->>'state')]
    from volume_people where is_organization order by n`.execute(trx);
  await sql`insert into user_heads (user_id) select id from volume_people order by n`.execute(trx);
}

/** Two or three causes for everybody, skills of individuals and kinds of organizations. */
async function seedChoices(trx: Trx): Promise<void> {
  const choose = (table: string, column: string, ids: readonly string[], who: RawBuilder<unknown>) =>
    sql`insert into ${sql.table(table)} (user_id, ${sql.ref(column)})
      select p.id, ${element(ids, oneOf(ids.length, sql`p.n * 10 + k`, 7))}
      from volume_people p cross join generate_series(1, 3) k where ${who} on conflict do nothing`.execute(
      trx,
    );
  await choose(
    'user_impact_areas',
    'impact_area_id',
    impactAreas.map(({ id }) => id),
    sql`true`,
  );
  await choose(
    'user_skills',
    'skill_id',
    skills.map(({ id }) => id),
    sql`not p.is_organization`,
  );
  await choose(
    'user_organization_types',
    'organization_type_id',
    organizationTypes.map(({ id }) => id),
    sql`p.is_organization`,
  );
}

/** Of ten relations seven are follows, one or two friendships, one an endorsement, and half of one a membership. */
async function seedRelations(trx: Trx, { people, relationsPerPerson }: PeopleOptions): Promise<void> {
  const at = sql`(now() - (k * 1000 + one.n % 1000) * interval '1 minute')`;
  const pairs = (share: number, salt: number, condition: RawBuilder<unknown>) => sql`
    from volume_people one
    cross join generate_series(1, ${Math.max(1, Math.round(relationsPerPerson * share))}::int) k
    join volume_people other on other.n = 1 + ${oneOf(people, sql`one.n * 100 + k`, salt)}
    where one.n <> other.n and ${condition} on conflict do nothing`;
  await sql`insert into follows (id, follower_id, following_id, created_at)
    select gen_random_uuid(), one.id, other.id, ${at} ${pairs(0.7, 11, sql`true`)}`.execute(trx);
  await sql`insert into friendships (id, sender_id, receiver_id, status, created_at, accepted_at)
    select gen_random_uuid(), one.id, other.id, 'accepted', ${at}, ${at}
    ${pairs(0.2, 12, sql`not one.is_organization and not other.is_organization`)}`.execute(trx);
  await sql`insert into endorsements (id, endorser_id, endorsee_id, created_at)
    select gen_random_uuid(), one.id, other.id, ${at} ${pairs(0.1, 13, sql`true`)}`.execute(trx);
  await sql`insert into memberships (id, individual_id, organization_id, membership_type, status, start_month,
      requested_by, created_at)
    select gen_random_uuid(), one.id, other.id, 'volunteer', 'accepted', 24000 + k, 'individual', ${at}
    ${pairs(0.15, 14, sql`not one.is_organization and other.is_organization`)}`.execute(trx);
}
