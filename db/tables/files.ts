import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

/** What a file is to a message: a picture is decoded and stored in several sizes, any other file stays as it is. */
export const fileKinds = ['image', 'file'] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * A file that a user sent, of a message or for one. What is in the store has its id; the row goes after it. A row
 * with neither a user nor a message is waiting to be deleted.
 */
export interface FilesTable {
  id: string;
  /** Who sent it; null where nobody may use it any more. */
  user_id: string | null;
  kind: FileKind;
  file_name: string;
  /** How many bytes it has. */
  bytes: number;
  /** How many of them have arrived. */
  received: Generated<number>;
  /** Of a picture that was decoded and is stored in its sizes; null before. */
  width: number | null;
  height: number | null;
  /** The message that it belongs to; null before, and where the message is gone. */
  message_id: string | null;
  /** Its place among the files of its kind in the message. */
  position: number | null;
  created_at: Instant;
  /** When it is deleted where no message names it. In the past for one that a message has named. */
  expires_at: Instant;
}

/** A piece of a file, as it arrived. */
export interface FilePartsTable {
  file_id: string;
  /** Where it begins in the file. */
  start: number;
  bytes: number;
  /** Its name in the store, below the file's id. */
  name: string;
}
