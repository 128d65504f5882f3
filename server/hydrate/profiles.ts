import { type Expression, sql } from 'kysely';
import { compileOnce, executeAlone } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { hidden } from '#db/hidden.ts';
import type { UserType } from '#db/tables/columns.ts';
import type { ProfileView, RelationView } from '../profiles/profiles.schema.ts';

/**
 * The users of these ids as lists show them, in the order of the ids; ids without a user are left out. One query
 * for the profiles, and one for what there is between the viewer and all of them. Whether the viewer may come
 * across them is checked by the query that found the ids.
 */
export async function hydrateProfiles(
  db: Db,
  ids: readonly string[],
  viewerId: string | undefined,
): Promise<ProfileView[]> {
  if (ids.length === 0) return [];
  const rows = await selectProfiles(db, ids).execute();
  const relations = viewerId === undefined ? undefined : await findRelations(db, ids, viewerId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ ...presentName(row), relation: relations?.get(id) ?? null }] : [];
  });
}

function selectProfiles(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('users as u')
    .leftJoin('individuals as i', 'i.user_id', 'u.id')
    .leftJoin('organizations as o', 'o.user_id', 'u.id')
    .select(['u.id', 'u.user_type', 'i.first_name', 'i.last_name', 'o.name'])
    .select((eb) => eb.fn.coalesce('o.profile_picture', 'i.profile_picture').as('profile_picture'))
    .where('u.id', '=', sql<string>`any(${hidden(ids, 'uuid[]')}::uuid[])`);
}

/** What lists need to know of a user. */
export interface NameRow {
  id: string;
  user_type: UserType;
  /** Of individuals and administrators. */
  first_name: string | null;
  last_name: string | null;
  /** Of organizations. */
  name: string | null;
  profile_picture: string | null;
}

/** A user's name and picture in the form of the output. */
export function presentName(row: NameRow): Omit<ProfileView, 'relation'> {
  return {
    _id: row.id,
    userType: row.user_type,
    name: displayName(row),
    firstName: row.first_name,
    lastName: row.last_name,
    profilePicture: row.profile_picture,
  };
}

/** The name that people read; empty until basic information was saved. */
export const displayName = (row: Pick<NameRow, 'first_name' | 'last_name' | 'name'>) =>
  row.name ?? [row.first_name, row.last_name].filter(Boolean).join(' ');

/** What there is between a viewer and each of the users but the viewer. */
const findRelations = async (db: Db, ids: readonly string[], viewerId: string) =>
  presentRelations(await executeAlone(db, selectRelations(db, ids, viewerId)));

/** Returns the statement that finds the same, for `presentRelations`. */
export const selectRelations = (db: Db, ids: readonly string[], viewerId: string) =>
  compileOnce('select relations', { ids, viewerId }, (hole) =>
    joinRelations(db, hidden(hole.ids, 'uuid[]'), hidden(hole.viewerId, 'uuid')),
  );

const joinRelations = (db: Db, ids: Expression<readonly string[]>, viewerId: Expression<string>) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${ids})`.as<'other'>(sql`other(id)`))
    .leftJoin('follows as to', (join) =>
      join.onRef('to.following_id', '=', 'other.id').on('to.follower_id', '=', viewerId),
    )
    .leftJoin('follows as from', (join) =>
      join.onRef('from.follower_id', '=', 'other.id').on('from.following_id', '=', viewerId),
    )
    .leftJoin('endorsements as e', (join) =>
      join.onRef('e.endorsee_id', '=', 'other.id').on('e.endorser_id', '=', viewerId),
    )
    .leftJoin('friendships as f', (join) =>
      join.on(
        sql`(least(f.sender_id, f.receiver_id), greatest(f.sender_id, f.receiver_id))`,
        '=',
        sql`(least(other.id, ${viewerId}), greatest(other.id, ${viewerId}))`,
      ),
    )
    .select([
      'other.id',
      'to.id as follow_id',
      'from.id as follow_back_id',
      'e.id as endorsement_id',
      'f.id as friendship_id',
      'f.status',
      'f.sender_id',
    ])
    .where('other.id', '<>', viewerId);
type RelationRow = Awaited<ReturnType<ReturnType<typeof joinRelations>['execute']>>[number];

/** Returns what rows of `selectRelations` hold, by the id of the other user. */
export function presentRelations(rows: readonly RelationRow[]): Map<string, RelationView> {
  return new Map(
    rows.map((row) => [
      row.id,
      {
        follows: row.follow_id !== null,
        followsBack: row.follow_back_id !== null,
        endorses: row.endorsement_id !== null,
        friendship:
          row.friendship_id === null || row.status === null || row.sender_id === null
            ? null
            : { _id: row.friendship_id, status: row.status, senderId: row.sender_id },
      },
    ]),
  );
}
