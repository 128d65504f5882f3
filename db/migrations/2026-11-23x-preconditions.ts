import { type Kysely, sql } from 'kysely';

/** What a statement calls to fail where the precondition of a request's work does not hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function precondition_failed() returns boolean language plpgsql as $$
    begin
      raise exception 'The precondition does not hold.' using errcode = 'GW001';
    end $$`.execute(db);
}
