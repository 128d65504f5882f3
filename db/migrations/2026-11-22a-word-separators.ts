import { type Kysely, sql } from 'kysely';

/**
 * Parts words at everything that is neither letter, mark nor number, in every database. What else parts words was the
 * text parser's to say, which goes by the locale: in some, a dash or an emoji is a letter like others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

/**
 * Code points that part words (Unicode 17), as ranges: without the historic scripts, and without those of which the
 * normal form makes others. Variation selectors are among them, which belong to the emoji before them.
 */
const separators = `
  0001-002f 003a-0040 005b-0060 007b-00bf 00d7 00f7 02c2-02c5 02d2-02eb 02ed 02ef-02ff 0375 03f6 0482
  055a-055f 0589-058f 05be 05c0 05c3 05c6 05f3-060f 061b-061f 066a-066d 06d4 06dd-06de 06e9 06fd-06fe
  0700-070f 07f6-07f9 07fe-07ff 0830-083e 085e 0888 0890-0891 08e2 0964-0965 0970 09f2-09f3 09fa-09fb 09fd
  0a76 0af0-0af1 0b70 0bf3-0bfa 0c77 0c7f 0c84 0d4f 0d79 0df4 0e3f 0e4f 0e5a-0e5b 0f01-0f17 0f1a-0f1f 0f34
  0f36 0f38 0f3a-0f3d 0f85 0fbe-0fc5 0fc7-0fda 104a-104f 109e-109f 10fb 1360-1368 1390-1399 1400 166d-166e
  1680 169b-169c 16eb-16ed 1735-1736 17d4-17d6 17d8-17db 1800-180a 180e 1940-1945 19de-19ff 1a1e-1a1f
  1aa0-1aa6 1aa8-1aad 1b4e-1b4f 1b5a-1b6a 1b74-1b7f 1bfc-1bff 1c3b-1c3f 1c7e-1c7f 1cc0-1cc7 1cd3 200b-20c1
  2104-212e 213a-214d 214f 218a-244a 2500-2775 2794-2bff 2ce5-2cea 2cf9-2cfc 2cfe-2cff 2d70 2e00-2e2e
  2e30-3004 3008-3020 3030 3037 303d-303f 30a0 30fb 3190-3191 31c0-31ef 327f 4dc0-4dff a490-a4c6 a4fe-a4ff
  a60d-a60f a673 a67e a6f2-a716 a720-a721 a789-a78a a828-a82b a836-a839 a874-a877 a8ce-a8cf a8f8-a8fa a8fc
  a92e-a92f a95f a9c1-a9cd a9de-a9df aa5c-aa5f aa77-aa79 aade-aadf aaf0-aaf1 ab5b ab6a-ab6b abeb e000-f8ff
  fbb2-fe0f fe45-fe46 feff-fffd 1f000-1f0f5 1f10d-1fbfa`;

const escape = (code: string) => (code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code}`);
const separator = `[${separators
  .trim()
  .split(/\s+/)
  .map((range) => range.split('-').map(escape).join('-'))
  .join('')}]`;

const statements = [
  // Apostrophes disappear, as before; a sigma is a sigma at the end of a word, too.
  sql`create or replace function name_words(name text) returns tsvector
    language sql immutable strict parallel safe
    return to_tsvector('pg_catalog.simple', translate(lower(regexp_replace(
      regexp_replace(normalize(translate(name, '''’', ''), nfkd), '[\\u0300-\\u036f]', '', 'g'),
      ${sql.lit(separator)}, ' ', 'g')), 'ς', 'σ'))`,
  // What is generated from it, anew; and the words that nobody has known yet.
  sql`update individuals set first_name = first_name`,
  sql`update organizations set name = name`,
  // The next start fills the list of places again.
  sql`delete from place_list`,
];
