import { type Kysely, sql } from 'kysely';

/** What is near: posts, organizations and people by where they are, the nearest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // A place on Mercator's map, in degrees: short distances from one place are the same in all directions.
  sql`create function map_point(latitude double precision, longitude double precision) returns point
    language sql immutable strict parallel safe
    return point(longitude, degrees(ln(tan(pi() / 4 + radians(greatest(-89, least(89, latitude))) / 2))))`,
  // How new something is, from 0 to 1.
  sql`create function newness(at timestamptz) returns double precision language sql immutable strict parallel safe
    return greatest(0, least(1,
      (extract(epoch from at - to_timestamp(0))::double precision - 1577836800) / 2500000000))`,
  // The same of an account, whose id begins with the milliseconds since 1970.
  sql`create function newness(id uuid) returns double precision language sql immutable strict parallel safe
    return newness(to_timestamp(
      (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)::double precision))`,
  // A box around a place on that map, at most 22 metres wide, and the newer the wider: of what is at one place the newer
  // is nearer, from wherever one looks. So thousands at one place have an order that an index knows. It names no other
  // functions, which are not found while indexes are made. Its cost is what tells the planner to read the nearest from
  // the index, instead of all that is in a circle: it takes any circle for small.
  sql`create function near_box(latitude double precision, longitude double precision, newness double precision)
    returns box language plpgsql immutable strict parallel safe cost 10000 as $$
    declare
      north double precision := degrees(ln(tan(pi() / 4 + radians(greatest(-89, least(89, latitude))) / 2)));
      reach double precision := 0.0001 * newness;
    begin
      return box(point(longitude - reach, north - reach), point(longitude + reach, north + reach));
    end $$`,

  // What has ended is behind the rest: each has an index of its own.
  ...[
    { name: 'posts_near', which: sql`is_open` },
    { name: 'posts_near_ended', which: sql`not is_open` },
  ].map(
    ({ name, which }) => sql`create index ${sql.ref(name)} on posts using gist
      (near_box(latitude, longitude, newness(published_at)))
      where is_active and latitude is not null and ${which}`,
  ),
  sql`create index organizations_near on organizations using gist
    (near_box((address->>'latitude')::double precision, (address->>'longitude')::double precision,
      newness(user_id)))`,
  // By the place to a tenth of a degree, which rules of lists look at, too: what can be found out stays the same.
  sql`create index individuals_near on individuals using gist
    (near_box((coarse_place(address))[1], (coarse_place(address))[0], newness(user_id)))`,

  // Lists of what takes place somewhere, by an address that many have.
  sql`create index posts_listed_with_address on posts (is_open desc, published_at desc, id desc)
    where is_active and full_address is not null`,
];
