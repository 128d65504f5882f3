import type { Dexie, EntityTable, IndexableType, Table } from 'dexie';
import type { EventHead, LoggedEvent } from '#server/events/events.schema.ts';

/** One user's database on this device: the engine's tables, and those of the collections (`defineStore`). */
export type LocalDatabase = Dexie & {
  meta: Table<{ name: string; value: unknown }, string>;
  outbox: EntityTable<OutboxRow, 'opId'>;
  drafts: EntityTable<DraftRow, 'key'>;
  /** Files that wait to be sent; what is in them is in `blobs`, so that noting something of one writes little. */
  files: EntityTable<KeptFileRow, 'fileId'>;
  blobs: EntityTable<{ fileId: string; blob: Blob }, 'fileId'>;
  /** Whose database it is. */
  userId: string;
  /** The shape of the rows that this program reads and writes. */
  schemaHash: string;
  collections: Collections;
  /**
   * Set where this tab sends what is in the outbox. Reserves a lane for a mutation that is about to be its first, where it
   * can be sent at once: it goes on its way as soon as it has committed. A read that finds it, and a transaction that
   * notes that it is sent, take longer than the server does.
   */
  reserveLane?: ((lane: string) => Proceed | undefined) | undefined;
};

/**
 * Goes on with a lane that was reserved.
 * @param first what was enqueued in it and noted as sent; undefined where that failed
 */
export type Proceed = (first: OutboxRow | undefined) => void;

/** The unsaved fields of a form, under the form's name. */
interface DraftRow {
  key: string;
  values: unknown;
}

/** A file that waits on this device to be sent with a mutation. */
export interface KeptFileRow {
  fileId: string;
  fileName: string;
  type: string;
  bytes: number;
  keptAt: Date;
  /** Whether a mutation has it, with which it goes. */
  isClaimed?: boolean;
  /** Where it is being uploaded to, for another try to go on there. */
  uploadUrl?: string | undefined;
  isUploaded?: boolean;
}

/** A mutation by its name and what it takes, as it is stored and as other tabs hear of it. */
export interface StoredMutation {
  name: string;
  input: unknown;
  /** What people call the thing that it changes, for the list of what is not sent yet. */
  about?: string | undefined;
}

/** A mutation that the event log has not confirmed. Screens show it as an optimistic update over untouched rows. */
export interface OutboxRow extends StoredMutation {
  /** The idempotency key: the server does the mutation once, however often it is sent. */
  opId: string;
  /** Its place among all mutations of this device: the order in which they were made, whatever the clock showed. */
  order: number;
  /** What it changes. Mutations of one lane are sent one after the other. */
  lane: string;
  /**
   * `waiting`: never sent. `sent`: sent, outcome unknown. `done`: the server did it, and its event has not come yet.
   * `failed`: the server rejected it; nothing changed, and nothing is shown of it.
   */
  state: 'waiting' | 'sent' | 'done' | 'failed';
  /** When it was sent first. */
  sentAt?: Date;
  /** Why it failed: a sentence for people. */
  problem?: string;
  /** Why it failed: a word for programs. */
  reason?: string;
}

/**
 * What a row that changes write carries: the number of the last change that the device had applied when the row was
 * written. A response counts as of the moment at which its request was sent, so it never replaces a newer row.
 */
export interface Dated {
  revision: number;
}

/** Reads a row of any store as it is at this place in the log. The change has to announce it in `reads`. */
export type ReadRow = <Row extends object, Key extends IndexableType>(
  store: Store<Row, Key>,
  key: Key,
) => Row | undefined;

/** What an event or a response means for the rows of one store. */
export interface RowChange {
  store: string;
  /** Which row; every row where it is left out. */
  key?: IndexableType;
  /** Other rows that `update` reads. */
  reads?: readonly { store: string; key: IndexableType }[];
  /** Returns the row as it is from now on; nothing where it stays as it is. The engine sets key and revision. */
  update: (row: object | undefined, read: ReadRow) => object | null | undefined;
}

/** What an event means for a fact. */
export interface FactChange {
  fact: string;
  value: unknown;
}

/** What is dropped after the rows of a batch are written, in its transaction; decided by what they contain then. */
export interface Cleanup {
  /** The stores that it reads and writes. */
  cleans: readonly string[];
  clean: (db: LocalDatabase) => Promise<unknown>;
}

export type Change = RowChange | FactChange | Cleanup;

/** A table of a collection: typed access to it, and the changes of its rows. */
export interface Store<Row extends object, Key extends IndexableType = string> {
  name: string;
  /** Primary key and indexes, as Dexie takes them. */
  schema: string;
  /** The version of the database in which it got this schema. */
  since: number;
  in: (db: LocalDatabase) => Table<Row, Key>;
  /** Sets some fields of a row, which is created where it is missing. */
  merge: (key: Key, fields: Partial<Row>) => RowChange;
  /** Changes or creates a row. */
  update: (
    key: Key,
    update: (row: Row | undefined, read: ReadRow) => Omit<Row, 'revision'> | null | undefined,
    reads?: RowChange['reads'],
  ) => RowChange;
  /** Changes every row. */
  updateAll: (update: (row: Row) => Row | null | undefined) => RowChange;
}

/** What opening the database needs of a store. */
export type StoreSchema = Pick<Store<object>, 'name' | 'schema' | 'since'>;

/** A fact about a collection as a whole: a count, or where a list ends. Stored in `meta`. */
export interface Fact<Value> {
  name: string;
  read: (db: LocalDatabase) => Promise<Value | undefined>;
  write: (db: LocalDatabase, value: Value) => Promise<void>;
  /** Sets it with an event. */
  to: (value: Value) => FactChange;
}

/** The types of events that collections handle. The engine itself handles `operation-done`. */
export type EventType = Exclude<LoggedEvent['type'], 'operation-done'>;

/** A logged event of one type. */
export type EventOf<Type extends EventType> = Extract<LoggedEvent, { type: Type }>;

/** Returns what an event changes. Events carry new states: the same one again changes nothing. */
type EventHandler<Type extends EventType> = (event: EventOf<Type>, userId: string) => readonly Change[];

/** Where a value stands: the id of what is shown, and the user who sees it. */
export interface Place {
  id: string;
  userId: string;
}

/** Returns a value as it is shown with a mutation that the server has not confirmed. */
export type OptimisticUpdate<Value, Input> = (shown: Value, input: Input, place: Place) => Value;

/** What a call takes beside its input: the idempotency key, and when to give up. */
export interface Sending {
  context: { opId: string };
  signal: AbortSignal;
  /** Notes that sending goes on, where it takes long: how far it is, from 0 to 1. */
  progress: (fraction: number) => void;
}

/** One kind of mutation that works without a network. */
export interface MutationKind<Input, Views = object> {
  /** What it changes. Mutations of one lane are sent one after the other, in their order. */
  lane: (input: Input) => string;
  /**
   * Where it sets something to a value: what, and to which. A later one replaces one that was not sent yet. `toggles`
   * means that the value is one of two and that screens only offer the other one, so that setting it and setting it
   * back, both unsent, cancel out. `whole` means it sets everything in its lane, `rises` that a number is never set
   * to a lower one.
   */
  setter?: (input: Input) => {
    target: string;
    value: unknown;
    toggles?: true;
    whole?: true;
    rises?: true;
  };
  /** What it changes on the screen until its event arrives, by view; the same again changes nothing. */
  optimistic?: { [View in keyof Views]?: OptimisticUpdate<Views[View], Input> };
  /** The files on this device that go with it. */
  files?: (input: Input) => readonly string[];
  /**
   * Whether sending may take minutes. It then has no timeout as a whole, only one without progress, and takes no turn
   * from others.
   */
  isLong?: (input: Input) => boolean;
  /** Calls the server. The response is not used: what changed comes as events. */
  send: (input: Input, sending: Sending, userId: string, db: LocalDatabase) => Promise<unknown>;
  /** Describes it in plain words, for the list of what is not sent yet: "Like “Soup night”". */
  words: (input: Input, about: string | undefined) => string;
}

/** Mutations by name. The names stand in the outboxes of devices: a mutation keeps its name for good. */
export type MutationKinds = Readonly<Record<string, MutationKind<never>>>;

/** What a mutation takes. */
export type InputOf<Kind> = Kind extends { lane: (input: infer Input) => string } ? Input : never;

/** Writes a part of a snapshot, in the transaction that replaces everything. */
type WriteSnapshot = (db: LocalDatabase, at: { revision: number; head: EventHead }) => Promise<void>;

/** Everything that the engine has to know of one thing that is cached. */
export interface Collection<Type extends EventType, Kinds extends MutationKinds> {
  /** Its tables. */
  stores?: readonly StoreSchema[];
  /** What each event does to its rows and facts. Several collections may handle one event. */
  events?: { [Event in Type]: EventHandler<Event> };
  /** Those of its events that screens show by `useArrivingEvents`, before they are stored. */
  early?: readonly NoInfer<Type>[];
  /** What can be done without a network. */
  mutations?: Kinds;
  /**
   * The numbers of the last events that concern something which is fetched and not in snapshots. Each snapshot sets them
   * to its own place in the log, so that what is shown is fetched again.
   */
  signals?: readonly Fact<number>[];
  /** Fetches what a new database begins with; resolves to a function that writes it. */
  snapshot?: () => Promise<WriteSnapshot>;
  /**
   * Looks for something that the snapshot left out and that should be on the device. Returns how to fetch it; undefined
   * where nothing is missing. The leader tab fetches one such piece after the other when idle.
   */
  readAhead?: (db: LocalDatabase) => Promise<(() => Promise<unknown>) | undefined>;
  /** Drops what should not be kept; nearly everything where the device is full. */
  trim?: (db: LocalDatabase, isFull: boolean) => Promise<void>;
}

/** Any collection, whatever its events and mutations. */
export interface AnyCollection
  extends Pick<
    Collection<never, MutationKinds>,
    'mutations' | 'readAhead' | 'signals' | 'snapshot' | 'stores' | 'trim'
  > {
  events?: object;
  early?: readonly EventType[];
}

/** All collections, as the engine uses them. */
export interface Collections {
  list: readonly AnyCollection[];
  /** All tables. */
  stores: readonly StoreSchema[];
  /** The types of events that are shown before they are stored. */
  early: ReadonlySet<string>;
  /** Returns what an event changes in all collections; nothing for one of a newer server. */
  changesOf: (event: LoggedEvent, userId: string) => Change[];
  /** Returns the kind of a mutation; undefined for one that another version of the program enqueued. */
  kindOf: (mutation: StoredMutation) => MutationKind<unknown> | undefined;
}
