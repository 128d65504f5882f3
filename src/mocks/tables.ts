import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { Instant, Json } from '#db/tables/columns.ts';
import type { JobName, JobPayloads } from '#server/jobs.ts';

/** What the mocked ports keep, beside the product's own tables: in the same database, so in its transactions. */
export type MockedTables = {
  /** A job of a committed transaction that is not done yet. */
  'mocked.jobs': {
    id: Generated<number>;
    name: JobName;
    payload: Json<JobPayloads[JobName]>;
    /** How far the clock was ahead where the job was added, in milliseconds: it is done by the same clock. */
    clock_ahead: number;
    attempts: Generated<number>;
    due_at: Instant;
  };
  /** A mail that was sent. */
  'mocked.mails': {
    id: Generated<number>;
    recipient: string;
    subject: string;
    content: string;
    sent_at: Instant;
  };
  /** A picture in one of its widths, WebP. */
  'mocked.pictures': { path: string; width: number; body: Uint8Array };
  /** A document, as it was stored. */
  'mocked.documents': { path: string; body: Uint8Array };
  /** A piece of a file that is uploaded. */
  'mocked.parts': { id: string; name: string; body: Uint8Array };
  /** One row as long as the demo community is as it was made. */
  'mocked.fresh_communities': { made_at: Instant };
  /** One row until the seed is made of the snapshot: what was left half done is of no use. */
  'mocked.unfinished_seeds': { begun_at: Instant };
};

/** The tables of the mocked ports, on a database or in a transaction. */
export const withMockedTables = (db: Db) => db.withTables<MockedTables>();
export const trxWithMockedTables = (trx: Trx) => trx.withTables<MockedTables>();

/** Makes the tables where they are not there yet. */
export async function createMockedTables(db: Db): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create schema if not exists mocked`,
  sql`create table if not exists mocked.jobs (
    id bigint generated always as identity primary key,
    name text not null,
    payload jsonb not null,
    clock_ahead double precision not null,
    attempts integer not null default 0,
    due_at timestamptz(3) not null
  )`,
  sql`create table if not exists mocked.mails (
    id bigint generated always as identity primary key,
    recipient text not null,
    subject text not null,
    content text not null,
    sent_at timestamptz(3) not null
  )`,
  sql`create table if not exists mocked.pictures (
    path text not null,
    width integer not null,
    body bytea not null,
    primary key (path, width)
  )`,
  sql`create table if not exists mocked.documents (path text primary key, body bytea not null)`,
  sql`create table if not exists mocked.parts (id uuid, name uuid, body bytea not null, primary key (id, name))`,
  sql`create table if not exists mocked.fresh_communities (made_at timestamptz(3) not null)`,
  sql`create table if not exists mocked.unfinished_seeds (begun_at timestamptz(3) not null)`,
];
