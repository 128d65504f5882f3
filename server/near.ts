import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { plannedAnew } from '#db/planned-anew.ts';
import { boxesAround } from './circles.ts';
import { earthRadiusKilometers } from './earth.schema.ts';
import { badField } from './errors.ts';
import { distanceSteps, mostNear, type Near, radiusLimits } from './near.schema.ts';
import type { Walk } from './pages.ts';

/** Around where, and how far. */
export interface Circle {
  latitude: number;
  longitude: number;
  kilometers: number;
}

/** A circle, and where the rows of a table are, as its index has it. */
export interface Around {
  circle: Circle;
  latitude: Expression<number | null>;
  longitude: Expression<number | null>;
  /** A call of the database's `newness`. */
  newness: Expression<number | null>;
  /** Returns what is shown of a distance in kilometres. */
  tell: (kilometers: number) => number;
}

const column = (text: string) => sql<number | null>`(${sql.raw(text)})`;

/** To 100 metres. */
const tellExactly = (kilometers: number) => Math.round(kilometers * 10) / 10;

const tellStep = (kilometers: number) => distanceSteps.find((step) => kilometers <= step) ?? radiusLimits.max;

/** Published ones of `posts`. */
export const postsAround = (circle: Circle): Around => ({
  circle,
  latitude: column('posts.latitude'),
  longitude: column('posts.longitude'),
  newness: column('newness(posts.published_at)'),
  tell: tellExactly,
});

/** Those of `organizations as o`. */
export const organizationsAround = (circle: Circle): Around => ({
  circle,
  latitude: column(`(o.address->>'latitude')::double precision`),
  longitude: column(`(o.address->>'longitude')::double precision`),
  newness: column('newness(o.user_id)'),
  tell: tellExactly,
});

/**
 * Those of `individuals as i`. Nothing about people is computed from more than their place to a tenth of a degree, and
 * circles around them are at least about as large as that.
 */
export const individualsAround = (circle: Circle): Around => ({
  circle: { ...circle, kilometers: Math.max(circle.kilometers, distanceSteps[0]) },
  latitude: column('(coarse_place(i.address))[1]'),
  longitude: column('(coarse_place(i.address))[0]'),
  newness: column('newness(i.user_id)'),
  tell: tellStep,
});

/** Around where a search looks: around the viewer's own address where it names no place. Throws a 400 without any. */
export async function circleOf(
  db: Db,
  near: Near | undefined,
  viewerId: string | undefined,
): Promise<Circle | undefined> {
  if (!near) return undefined;
  const { latitude, longitude, kilometers } = near;
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude, kilometers };
  const own = viewerId === undefined ? undefined : await findOwnPlace(db, viewerId);
  if (!own) throw badField('near', 'Choose a place, or give your address in your profile first.');
  return { ...own, kilometers };
}

async function findOwnPlace(
  db: Db,
  userId: string,
): Promise<{ latitude: number; longitude: number } | undefined> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('organizations as o', 'o.user_id', 'u.id')
    .leftJoin('individuals as i', 'i.user_id', 'u.id')
    .select((eb) => [
      eb.fn
        .coalesce('o.address', 'i.address')
        .$castTo<{ latitude?: number; longitude?: number } | null>()
        .as('address'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  const { latitude, longitude } = row?.address ?? {};
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

const boxOf = ({ latitude, longitude, newness }: Around) =>
  sql`near_box(${latitude}, ${longitude}, ${newness})`;

const mapPoint = (latitude: number, longitude: number) =>
  sql`map_point(${latitude}::double precision, ${longitude}::double precision)`;

/** By what the nearest come first, as the index has them. */
const nearestFirst = (around: Around): RawBuilder<number> =>
  sql<number>`${boxOf(around)} <-> ${mapPoint(around.circle.latitude, around.circle.longitude)}`;

/** How far away a row is. */
function kilometersTo({ latitude, longitude, circle }: Around): RawBuilder<number> {
  const [fromLatitude, fromLongitude] = [circle.latitude, circle.longitude].map(
    (degrees) => sql`${degrees}::double precision`,
  );
  return sql<number>`(2 * ${sql.lit(earthRadiusKilometers)}::double precision * asin(sqrt(least(1,
    power(sin(radians(${latitude} - ${fromLatitude}) / 2), 2)
    + cos(radians(${fromLatitude})) * cos(radians(${latitude}))
      * power(sin(radians(${longitude} - ${fromLongitude}) / 2), 2)))))`;
}

/** How much larger boxes are than circles: by more than the box of a place. */
const marginKilometers = 0.1;

/** Whether a row is in the boxes around the circle, by the index on places. */
function isInBoxes(around: Around): RawBuilder<SqlBool> {
  const { circle } = around;
  const boxes = boxesAround(circle, circle.kilometers + marginKilometers).map(
    ({ south, north, west, east }) =>
      sql`${boxOf(around)} && box(${mapPoint(south, west)}, ${mapPoint(north, east)})`,
  );
  return sql<SqlBool>`${plannedAnew} (${sql.join(boxes, sql` or `)})`;
}

const isInReach = (kilometers: RawBuilder<number>, { circle }: Around) =>
  sql<SqlBool>`${kilometers} <= ${circle.kilometers}::double precision`;

/** The same, without the index on places. */
const isCloseTo = (around: Around) => isInReach(kilometersTo(around), around);

/** Whether a row is in the circle. */
export const isWithin = (around: Around): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isInBoxes(around)} and ${isCloseTo(around)})`;

/** A row's place in the order: among what is at one place the newer is up to a metre nearer. */
const placeOf = (kilometers: RawBuilder<number>, { newness }: Around) =>
  sql<number>`(${kilometers} - 0.001 * ${newness})`;

/**
 * How many are to be taken by the map's distances, so that the nearest by real ones are among them: at 200 km the map
 * is wrong by a few hundredths.
 */
const candidatesFor = (wanted: number): number => Math.ceil(wanted * 1.15) + 30;

/** A row that was found near a place. */
export interface NearRow {
  id: string;
  kilometers: number;
  /** Its place in the order. */
  place: number;
}

/** Which rows of a table are searched for around a place. */
export interface NearSearch {
  /** The table, as the conditions call it: `posts`, or `organizations as o`. */
  from: RawBuilder<unknown>;
  alias: string;
  id: Expression<string>;
  around: Around;
  /** What the index on places has, where not all rows. */
  indexed?: Expression<SqlBool> | undefined;
  /** What else must hold; absent where all that is near is searched for. */
  where?: Expression<SqlBool> | undefined;
  /** The same, as it is best asked of one row after another, where that is written in another way. */
  whereEach?: Expression<SqlBool> | undefined;
  /** Whether little can be found at all; where it is absent, the database is asked. */
  isRare?: boolean | undefined;
  /**
   * Whether little of what is near is searched for, as by a name. Distances are then computed of that alone, and not of
   * all that is looked at.
   */
  isSelective?: boolean;
}

/** How much is read at most by each of the two ways to search; the same results come by either. */
interface NearLimits {
  /** Up to how many rows, as the database expects them, something counts as rare. */
  rare: number;
  /** How many of the nearest rows are looked at. */
  lookedAt: number;
}

const usualLimits: NearLimits = { rare: 5_000, lookedAt: 20_000 };

/**
 * Returns the nearest of the rows that are searched for. What is rare is found by what it is, and put into order. Of what
 * is common, the nearest are soon met among the nearest rows of all; where they are not, it is put into order after all.
 * So no search looks at everything that is near because nothing there is what it searches for.
 */
export async function findNearest(
  db: Db,
  search: NearSearch,
  wanted: number,
  limits = usualLimits,
): Promise<NearRow[]> {
  const found = (await isRare(db, search, limits))
    ? undefined
    : await lookAround(db, search, wanted, limits.lookedAt);
  return found ?? orderAll(db, search, wanted);
}

const always = sql<SqlBool>`true`;

/** Whether the database expects to find few rows, wherever they are. */
export async function isRare(
  db: Db,
  { from, indexed = always, where, isRare: isKnown }: NearSearch,
  { rare } = usualLimits,
): Promise<boolean> {
  if (isKnown !== undefined || !where) return isKnown ?? false;
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${from} where ${plannedAnew} ${indexed} and ${where}`.execute(db);
  return (rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) <= rare;
}

/** Finds them among the nearest rows. Returns undefined where these were too few to know. */
async function lookAround(
  db: Db,
  {
    from,
    alias,
    id,
    around,
    indexed = always,
    where = always,
    whereEach = where,
    isSelective = false,
  }: NearSearch,
  wanted: number,
  most: number,
): Promise<NearRow[] | undefined> {
  const isLast = sql`nth = ${sql.lit(most)}`;
  const kilometers = isSelective ? sql<number>`away.kilometers` : kilometersTo(around);
  // The offset is a fence: without it, the distance would be computed wherever it is used.
  const away = sql`cross join lateral (select ${kilometersTo(around)} as kilometers offset 0) as away`;
  const { rows } = await sql<NearRow & { nth: number }>`
    select ${id} as id, ${kilometers} as kilometers, ${placeOf(kilometers, around)} as place, nth
    from (
      select *, row_number() over () as nth
      from (
        select * from ${from} where ${indexed} and ${isSelective ? isInBoxes(around) : isWithin(around)}
        order by ${nearestFirst(around)} limit ${sql.lit(most)}
      ) as nearest
    ) as ${sql.ref(alias)}
    ${isSelective ? away : sql``}
    where (${whereEach} or ${isLast})
      and (${isSelective ? isInReach(kilometers, around) : always} or ${isLast})
    limit ${candidatesFor(wanted)}`.execute(db);
  if (rows.at(-1)?.nth === most) return undefined;
  return rows
    .toSorted((one, other) => one.place - other.place || (one.id < other.id ? 1 : -1))
    .slice(0, wanted)
    .map(({ id, kilometers, place }) => ({ id, kilometers, place }));
}

/** Finds them by what else must hold, and puts those that are near into order. */
async function orderAll(
  db: Db,
  { from, id, around, indexed = always, where = always }: NearSearch,
  wanted: number,
): Promise<NearRow[]> {
  const kilometers = kilometersTo(around);
  const { rows } = await sql<NearRow>`
    select ${id} as id, ${kilometers} as kilometers, ${placeOf(kilometers, around)} as place from ${from}
    where ${plannedAnew} ${indexed} and ${isCloseTo(around)} and ${where}
    order by place, id desc limit ${wanted}`.execute(db);
  return rows;
}

/** Finds so many of the nearest, in their order. */
export type FindNearest = (wanted: number) => Promise<NearRow[]>;

const cursorOf = ({ place, id }: NearRow) => `${place}_${id}`;

/** Parses the cursor of a list by distance. Throws a 400 where the text is none. */
function parseCursor(cursor: string): Pick<NearRow, 'place' | 'id'> {
  const [, place, id] =
    /^(-?\d[\d.e-]{0,30})_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (place === undefined || id === undefined || Number.isNaN(Number(place)))
    throw badField('cursor', 'This is not a cursor.');
  return { place: Number(place), id };
}

const isBefore = (row: NearRow, at: Pick<NearRow, 'place' | 'id'>) =>
  row.place < at.place || (row.place === at.place && row.id > at.id);

/** How far away a result is, as far as it is shown. */
export interface Told {
  kilometers?: number;
}

/** What was found; how far away where that was asked for. */
export interface FoundNear extends Told {
  id: string;
}

/** Returns items with how far away each was found. */
export function withDistances<Item extends { _id: string }>(
  items: readonly Item[],
  found: readonly FoundNear[],
): (Item & { kilometers: number | undefined })[] {
  const distances = new Map(found.map(({ id, kilometers }) => [id, kilometers]));
  return items.map((item) => ({ ...item, kilometers: distances.get(item._id) }));
}

/** The pages of what is near, and the distances of what is on the last page that was read. */
export function walkNearest(find: FindNearest, { tell }: Around): { walk: Walk; tell: (id: string) => Told } {
  let found: NearRow[] = [];
  return {
    walk: {
      async both(from, { on, back }) {
        const at = from === undefined ? undefined : parseCursor(from);
        found = await find(at ? mostNear : on);
        const start = at ? found.filter((row) => isBefore(row, at)).length : 0;
        const placesOf = (rows: NearRow[]) => rows.map((row) => ({ id: row.id, cursor: cursorOf(row) }));
        return [
          placesOf(found.slice(start, start + on)),
          placesOf(found.slice(Math.max(0, start - back), start).toReversed()),
        ];
      },
      count: async (most) => Math.min(found.length, most),
    },
    tell(id) {
      const row = found.find((one) => one.id === id);
      return row ? { kilometers: tell(row.kilometers) } : {};
    },
  };
}

/** A page of what is near, for lists without page links: the cursor names the row with which the next one begins. */
export async function findNearestPage(
  find: FindNearest,
  { tell }: Around,
  { limit, cursor }: { limit: number; cursor: string | null | undefined },
): Promise<{ rows: { id: string; kilometers: number }[]; cursor: string | null }> {
  const at = cursor == null ? undefined : parseCursor(cursor);
  const found = await find(at ? mostNear : limit + 1);
  const start = at ? found.filter((row) => isBefore(row, at)).length : 0;
  const next = found[start + limit];
  return {
    rows: found.slice(start, start + limit).map((row) => ({ id: row.id, kilometers: tell(row.kilometers) })),
    cursor: next ? cursorOf(next) : null,
  };
}
