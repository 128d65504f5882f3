import type { Db } from '#db/database.ts';
import type { Ports } from './ports.ts';
import { findPosition, raiseVersion } from './replicas.queries.ts';

/** A copy of the database that follows the primary and can be read. */
export interface Replica {
  db: Db;
  /** Runs a read, which gets a part of the time that the request may take: enough is left to repeat it. */
  run<T>(read: () => Promise<T>): Promise<T>;
  /** Notes that a read failed there and is repeated on the primary. */
  failed(error: unknown): void;
}

/** The replicas of this installation. */
export interface Replicas {
  /** Whether any can be read now. */
  readonly areInUse: boolean;
  /**
   * Returns one that shows everything up to a position, and the same one for a user as long as it can; undefined where
   * there is none.
   *
   * @param reader whose read it is; undefined for visitors, for whom any position will do
   */
  choose(reader: { userId: string; position: bigint } | undefined): Replica | undefined;
}

/** Users whose positions are remembered; who was forgotten reads from the primary a moment longer. */
const mostRemembered = 50_000;

/** What a process knows of a user: the version of what the user has seen, and a position by which it was written. */
interface Known {
  version: string | null;
  position: bigint;
}

const memories = new WeakMap<Replicas, Map<string, Known>>();

function memoryOf(replicas: Replicas): Map<string, Known> {
  const memory = memories.get(replicas) ?? new Map<string, Known>();
  memories.set(replicas, memory);
  return memory;
}

/**
 * Resolves to the position that a replica must have reached to show a user what they wrote and what their event log has
 * told them. Asks the primary: the version of a user there changes with each of both, whichever process did it. While it
 * stays the same, so does the position; where it is a new one, the position is where the primary is by now.
 */
export async function positionOf(db: Db, replicas: Replicas, userId: string): Promise<bigint> {
  const memory = memoryOf(replicas);
  const { rows } = await db.executeQuery(findPosition(userId).compile(db));
  const [found] = rows;
  if (!found) throw new Error('The database returned no position.');
  const known = memory.get(userId);
  if (known && known.version === found.version) return known.position;
  const position = parsePosition(found.position);
  memory.delete(userId);
  memory.set(userId, { version: found.version, position });
  const [oldest] = memory.keys();
  if (memory.size > mostRemembered && oldest !== undefined) memory.delete(oldest);
  return position;
}

/** Returns a position in the write-ahead log as a number; the database writes it as two in hexadecimal digits. */
export function parsePosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Notes after a write that the user has seen it. A write that was done stays done where that fails. */
export async function noteWrite(
  { db, ports, replicas }: { db: Db; ports: Pick<Ports, 'log'>; replicas?: Replicas | undefined },
  userId: string,
): Promise<void> {
  if (!replicas) return;
  try {
    await db.executeQuery(raiseVersion(userId).compile(db));
  } catch (error) {
    // Here at least the next read asks for where the primary is then.
    memoryOf(replicas).delete(userId);
    ports.log.warn({ err: error }, 'a write was not noted: reads of its user elsewhere may be older');
  }
}

/**
 * Reads from a replica where one has all that the viewer has seen, and else from the primary. Whatever fails on a
 * replica, rejections among it, is read again on the primary: what is not there may only not have arrived.
 *
 * @param read takes the database to read from, or reads from the primary
 */
export async function readAnywhere<Result extends { ok: true } | { ok: false; error: Error }>(
  { replicas, position }: { replicas?: Replicas | undefined; position(userId: string): Promise<bigint> },
  userId: string | undefined,
  read: (db?: Db) => Promise<Result>,
): Promise<Result> {
  if (!replicas?.areInUse) return read();
  const reader = userId === undefined ? undefined : { userId, position: await position(userId) };
  const replica = replicas.choose(reader);
  if (!replica) return read();
  const result = await replica.run(() => read(replica.db));
  if (result.ok) return result;
  replica.failed(result.error.cause ?? result.error);
  return read();
}
