import { type Kysely, sql } from 'kysely';

/** What people and organizations are searched by, beside their names; and the words that names are made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const countryNames = {
  AU: 'Australia',
  CA: 'Canada',
  JP: 'Japan',
  US: 'United States',
  GB: 'United Kingdom',
};

const regionNames = {
  AU: {
    ACT: 'Australian Capital Territory',
    NSW: 'New South Wales',
    NT: 'Northern Territory',
    QLD: 'Queensland',
    SA: 'South Australia',
    TAS: 'Tasmania',
    VIC: 'Victoria',
    WA: 'Western Australia',
  },
  CA: {
    AB: 'Alberta',
    BC: 'British Columbia',
    MB: 'Manitoba',
    NB: 'New Brunswick',
    NL: 'Newfoundland and Labrador',
    NT: 'Northwest Territories',
    NS: 'Nova Scotia',
    NU: 'Nunavut',
    ON: 'Ontario',
    PE: 'Prince Edward Island',
    QC: 'Quebec',
    SK: 'Saskatchewan',
    YT: 'Yukon',
  },
  US: {
    AL: 'Alabama',
    AK: 'Alaska',
    AS: 'American Samoa',
    AZ: 'Arizona',
    AR: 'Arkansas',
    CA: 'California',
    CO: 'Colorado',
    CT: 'Connecticut',
    DE: 'Delaware',
    DC: 'District of Columbia',
    FL: 'Florida',
    GA: 'Georgia',
    GU: 'Guam',
    HI: 'Hawaii',
    ID: 'Idaho',
    IL: 'Illinois',
    IN: 'Indiana',
    IA: 'Iowa',
    KS: 'Kansas',
    KY: 'Kentucky',
    LA: 'Louisiana',
    ME: 'Maine',
    MD: 'Maryland',
    MA: 'Massachusetts',
    MI: 'Michigan',
    MN: 'Minnesota',
    MS: 'Mississippi',
    MO: 'Missouri',
    MT: 'Montana',
    NE: 'Nebraska',
    NV: 'Nevada',
    NH: 'New Hampshire',
    NJ: 'New Jersey',
    NM: 'New Mexico',
    NY: 'New York',
    NC: 'North Carolina',
    ND: 'North Dakota',
    MP: 'Northern Mariana Islands',
    OH: 'Ohio',
    OK: 'Oklahoma',
    OR: 'Oregon',
    PA: 'Pennsylvania',
    PR: 'Puerto Rico',
    RI: 'Rhode Island',
    SC: 'South Carolina',
    SD: 'South Dakota',
    TN: 'Tennessee',
    TX: 'Texas',
    VI: 'U.S. Virgin Islands',
    UT: 'Utah',
    VT: 'Vermont',
    VA: 'Virginia',
    WA: 'Washington',
    WV: 'West Virginia',
    WI: 'Wisconsin',
    WY: 'Wyoming',
  },
};

const json = (names: object) => sql.lit(JSON.stringify(names));

const statements = [
  // The words of an address, with the names of what it has as codes. Of an individual only city, region and country
  // count: others see no more, so a search may not tell more.
  sql`create function address_words(address jsonb, is_whole boolean) returns tsvector
    language sql immutable strict parallel safe
    return name_words(
      case when is_whole then
        coalesce(address->>'street1', '') || ' ' || coalesce(address->>'street2', '') || ' '
        || coalesce(address->>'code', '') || ' '
      else '' end
      || coalesce(address->>'city', '') || ' '
      || coalesce(address->>'state', '') || ' '
      || coalesce(${json(regionNames)}::jsonb -> (address->>'country') ->> (address->>'state'), '') || ' '
      || coalesce(address->>'country', '') || ' '
      || coalesce(${json(countryNames)}::jsonb ->> (address->>'country'), ''))`,
  // Texts without case and accents, to be compared whole.
  sql`create function folded_texts(texts text[]) returns text[] language sql immutable strict parallel safe
    return array(select folded(entry) from unnest(texts) as entry)`,
  sql`create function joined_texts(texts text[]) returns text language sql immutable strict parallel safe
    return array_to_string(texts, ' ')`,

  sql`alter table individuals add column address_words tsvector not null
    generated always as (address_words(address, false)) stored`,
  sql`alter table organizations
    add column address_words tsvector not null generated always as (address_words(address, true)) stored,
    add column text_words tsvector not null generated always as (name_words(
      name || ' ' || coalesce(mission, '') || ' ' || coalesce(description, '') || ' ' || joined_texts(keywords))) stored,
    add column folded_keywords text[] not null generated always as (folded_texts(keywords)) stored`,
  // Searching by beginnings of words of an address, of what an organization says of itself; by whole keywords.
  sql`create index individuals_by_address on individuals using gin (address_words)`,
  sql`create index organizations_by_address on organizations using gin (address_words)`,
  sql`create index organizations_by_text on organizations using gin (text_words)`,
  sql`create index organizations_by_folded_keyword on organizations using gin (folded_keywords)`,
  sql`drop index organizations_by_keyword`,

  // Every word that ever was part of a name: what was typed wrongly is looked for here. Names share their words, so
  // that this grows far slower than the number of people.
  sql`create table known_words (word text primary key)`,
  // The words that are most like what was typed, the nearest first.
  sql`create index known_words_by_likeness on known_words using gist (word gist_trgm_ops(siglen = 32))`,
  sql`create function know_words() returns trigger language plpgsql as $$
    begin
      insert into known_words select word from unnest(tsvector_to_array(new.name_words)) as word
        on conflict do nothing;
      return null;
    end $$`,
  ...[
    { table: 'individuals', columns: ['first_name', 'last_name'] },
    { table: 'organizations', columns: ['name'] },
  ].flatMap(({ table, columns }) => [
    sql`insert into known_words select distinct unnest(tsvector_to_array(name_words)) from ${sql.table(table)}
      on conflict do nothing`,
    sql`create trigger know_words after insert or update of ${sql.join(columns.map((column) => sql.ref(column)))}
      on ${sql.table(table)} for each row execute function know_words()`,
  ]),
];
