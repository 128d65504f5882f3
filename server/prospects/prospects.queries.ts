import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { ProspectNotesTable } from '#db/tables/prospects.ts';
import { mayFind, maySeeActivity } from '../access.ts';

/** A row of `prospect_notes`. */
export type NoteRow = Selectable<ProspectNotesTable>;

/** Whether the organization may find a user, and may see what they do. Undefined where it may not find them. */
export function findProspect(
  db: Db,
  userId: string,
  organizationId: string,
): Promise<{ id: string; isActivityShown: boolean } | undefined> {
  return db
    .selectFrom('users as u')
    .select('u.id')
    .select(sql<boolean>`${maySeeActivity('u.id', organizationId)}`.as('isActivityShown'))
    .where('u.id', '=', userId)
    .where('u.id', '<>', organizationId)
    .where(mayFind('u.id', organizationId))
    .executeTakeFirst();
}

/** Lets an organization's notes and tags change one after the other, until the transaction ends. */
export async function lockProspects(trx: Trx, organizationId: string): Promise<void> {
  await trx
    .selectFrom('organizations')
    .select('user_id')
    .where('user_id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** Inserts a note. Returns whether its id was free. */
export async function insertNote(trx: Trx, note: NoteRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('prospect_notes')
    .values(note)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A note of the organization's, or undefined where it has none of this id. */
export const findNote = (db: Db, id: string, organizationId: string): Promise<NoteRow | undefined> =>
  db
    .selectFrom('prospect_notes')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** The organization's notes on a user, the newest first. */
export const findNotes = (db: Db, userId: string, organizationId: string): Promise<NoteRow[]> =>
  db
    .selectFrom('prospect_notes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** How many notes the organization has on a user. */
export async function countNotes(db: Db, userId: string, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('prospect_notes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Changes the text of a note of the organization's; undefined where there is none. */
export const updateNote = (
  trx: Trx,
  { id, organizationId, text, now }: { id: string; organizationId: string; text: string; now: Date },
): Promise<NoteRow | undefined> =>
  trx
    .updateTable('prospect_notes')
    .set({
      text,
      changed_at: sql<Date | null>`case when text = ${text} then changed_at else ${now}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returningAll()
    .executeTakeFirst();

/** Deletes a note of the organization's. Returns whether there was one. */
export async function deleteNote(trx: Trx, id: string, organizationId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('prospect_notes')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** The organization's tags of a user, in the order of the alphabet. */
export async function findTags(db: Db, userId: string, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('prospect_tag_users as given')
    .innerJoin('prospect_tags as tag', 'tag.id', 'given.tag_id')
    .select('tag.name')
    .where('given.organization_id', '=', organizationId)
    .where('given.user_id', '=', userId)
    .orderBy(sql`lower(tag.name)`)
    .execute();
  return rows.map(({ name }) => name);
}

/** All tags of the organization, in the order of the alphabet. */
export async function findTagNames(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('prospect_tags')
    .select('name')
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ name }) => name);
}

/** Inserts those tags that the organization does not have yet, however they are capitalized. */
export async function insertTags(
  trx: Trx,
  { organizationId, tags }: { organizationId: string; tags: readonly { id: string; name: string }[] },
): Promise<void> {
  if (tags.length === 0) return;
  await trx
    .insertInto('prospect_tags')
    .values(tags.map((tag) => ({ ...tag, organization_id: organizationId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives a user these tags of the organization's and no other, and deletes tags that nobody has any more. */
export async function replaceTags(
  trx: Trx,
  { organizationId, userId, names }: { organizationId: string; userId: string; names: readonly string[] },
): Promise<void> {
  // Capitals are compared by the database alone: it knows some letters otherwise than JavaScript.
  const given = sql`(select lower(name) from unnest(${names}::text[]) as named (name))`;
  await sql`
    delete from prospect_tag_users as had using prospect_tags as tag
    where had.organization_id = ${organizationId} and had.user_id = ${userId} and tag.id = had.tag_id
      and lower(tag.name) not in ${given}`.execute(trx);
  await sql`
    insert into prospect_tag_users (organization_id, user_id, tag_id)
    select ${organizationId}::uuid, ${userId}::uuid, id from prospect_tags
    where organization_id = ${organizationId} and lower(name) in ${given}
    on conflict do nothing`.execute(trx);
  await sql`
    delete from prospect_tags as tag
    where organization_id = ${organizationId}
      and not exists (select from prospect_tag_users as has where has.tag_id = tag.id)`.execute(trx);
}

/** What an organization noted about one user: a note, or a tag. */
export interface RecordRow {
  id: string;
  user_id: string;
  kind: 'note' | 'tag';
  text: string;
  /** Null for tags. */
  created_at: Date | null;
  changed_at: Date | null;
}

interface RecordsQuery {
  after: RecordRow | undefined;
  limit: number;
}

const selectNotes = (organizationId: string) => sql`
  from prospect_notes as note
  where note.organization_id = ${organizationId} and ${mayFind('note.user_id', organizationId)}`;
const selectTags = (organizationId: string) => sql`
  from prospect_tag_users as given join prospect_tags as tag on tag.id = given.tag_id
  where given.organization_id = ${organizationId} and ${mayFind('given.user_id', organizationId)}`;

/** The notes of an organization on those whom it may find, after one of them, user by user. */
export async function findRecordedNotes(
  db: Db,
  organizationId: string,
  { after, limit }: RecordsQuery,
): Promise<RecordRow[]> {
  const place = after
    ? sql`(note.user_id, note.created_at, note.id) > (${after.user_id}::uuid, ${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<RecordRow>`
    select note.id, note.user_id, 'note' as kind, note.text, note.created_at, note.changed_at
    ${selectNotes(organizationId)} and ${place}
    order by note.user_id, note.created_at, note.id limit ${limit}`.execute(db);
  return rows;
}

/** The same for its tags. */
export async function findRecordedTags(
  db: Db,
  organizationId: string,
  { after, limit }: RecordsQuery,
): Promise<RecordRow[]> {
  const place = after
    ? sql`(given.user_id, given.tag_id) > (${after.user_id}::uuid, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<RecordRow>`
    select given.tag_id as id, given.user_id, 'tag' as kind, tag.name as text,
      null::timestamptz as created_at, null::timestamptz as changed_at
    ${selectTags(organizationId)} and ${place}
    order by given.user_id, given.tag_id limit ${limit}`.execute(db);
  return rows;
}

/** How many notes and tags an organization has on those whom it may find. */
export async function countRecords(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) ${selectNotes(organizationId)}) + (select count(*) ${selectTags(organizationId)})
      as count`.execute(db);
  return rows[0]?.count ?? 0;
}
