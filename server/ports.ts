import type { Statement } from '#db/batch.ts';
import type { Db, Trx } from '#db/database.ts';
import type { AccessTokenScope } from '#db/tables/access-tokens.ts';
import type { UserType } from '#db/tables/columns.ts';
import type { DeliveryProblem } from '#db/tables/webhooks.ts';
import type { Job } from './jobs.ts';
import type { FoundPlaces } from './places/places.schema.ts';
import type { Facebook, LinkedIn, Twitter } from './social-media/networks.ts';

/**
 * What the core needs from the outside. Each port has a Node implementation (`server/node/ports/`) and one for the
 * mocked mode (`src/mocks/ports.ts`); one contract test runs on both.
 */
export interface Ports {
  passwords: PasswordsPort;
  sessions: SessionsPort;
  mailer: MailerPort;
  media: MediaPort;
  uploads: UploadsPort;
  events: EventsPort;
  jobs: JobsPort;
  limits: LimitsPort;
  /** Where it is kept who is online; in the database where a host has none. */
  presence?: PresencePort | undefined;
  places: PlacesPort;
  networks: NetworksPort;
  webhooks: WebhooksPort;
  clock: ClockPort;
  log: LogPort;
  /** Where it is recorded how long the parts of a request take; nowhere where a host has none. */
  tracing?: TracingPort | undefined;
}

/** Slow, salted, one-way hashes of passwords. */
export interface PasswordsPort {
  /** A self-describing hash of the password. */
  hash(password: string): Promise<string>;
  /** Whether the password is the one that was hashed. Takes as long for a wrong one as for the right one. */
  verify(hash: string, password: string): Promise<boolean>;
}

/** A sign-in that is in force, or an access token that stands for one. */
export interface Session {
  /** The session's name in the database: a hash of the token, never the token. */
  id: string;
  userId: string;
  userType: UserType;
  /** When it ends if it is not used again. */
  expiresAt: Date;
  /** The personal access token that the request carries in place of a session's. */
  accessToken?: { id: string; scopes: readonly AccessTokenScope[]; allowedOrigins: readonly string[] };
}

/** Sign-ins: 14 days after the last use, 90 days at most. */
export interface SessionsPort {
  /** Starts a session and returns its tokens, which exist nowhere else. Neither reveals the other. */
  start(db: Db, userId: string): Promise<{ token: string; cookieToken: string; session: Session }>;
  /**
   * Returns the session that the token stands for where it came by this carrier, moved forward where it is used after
   * half its life.
   */
  validate(db: Db, token: string, carrier: Carrier): Promise<Session | undefined>;
  /** The same for many tokens, which came by one carrier: one value for each, in their order, by one query. */
  validateAll(db: Db, tokens: readonly string[], carrier: Carrier): Promise<(Session | undefined)[]>;
  /**
   * Returns the session that the token stood for when it was last validated here, where that was within a minute, and
   * the statement that fails with `precondition_failed()` where it no longer does. Undefined where the token has to be
   * validated: it was not, or its session is to be moved forward.
   */
  recall(db: Db, token: string, carrier: Carrier): { session: Session; stillHolds: Statement } | undefined;
  /** Ends one session. */
  end(db: Db, sessionId: string): Promise<void>;
  /** Ends every session of a user but, where given, one. */
  endAll(db: Db, userId: string, exceptSessionId?: string): Promise<void>;
  /** Deletes sessions whose time is over. */
  sweep(db: Db): Promise<void>;
  /** Returns the tokens that a request carries, by carrier. */
  tokensOf(headers: Headers): Partial<Record<Carrier, string>>;
  /** The `Set-Cookie` value that hands a cookie's token to a browser, or undefined where this host uses none. */
  cookieFor(cookieToken: string): string | undefined;
  /** The `Set-Cookie` value that takes it back. */
  blankCookie(): string | undefined;
  /** Returns the marks that a browser last got of the accounts that it has signed in to. */
  knownDeviceOf(headers: Headers): string | undefined;
  /** The `Set-Cookie` value that carries them, or undefined where this host uses none. It stays after a sign-out. */
  knownDeviceCookie(value: string): string | undefined;
}

/** How a token travels: a cookie is sent by browsers of their own accord, a bearer token by programs. */
export type Carrier = 'cookie' | 'bearer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Outgoing mail. */
export interface MailerPort {
  /** Hands one mail over. Rejects where it was not taken; the job that sends it tries again. */
  send(mail: Mail): Promise<void>;
}

/** Pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** A picture as the media store keeps it. */
export interface StoredPicture extends PictureSize {
  /** Its key: what `path` and `profilePicture` hold. */
  path: string;
}

/** A picture in one of its widths. */
export interface Rendition {
  body: Uint8Array<ArrayBuffer>;
  /** Its media type. */
  type: string;
}

/** The widths, in pixels, in which a picture can be had. A smaller original is not enlarged. */
export const pictureWidths = [96, 400, 800, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Pictures, which are decoded and encoded again, without metadata; and documents, which stay as they are. */
export interface MediaPort {
  /**
   * Returns how many pixels `store` would decode, by the picture's header: 0 where the same bytes are stored already.
   * Rejects with `PictureRejected` where they are no raster picture or have more than 25 megapixels. A private picture
   * is decoded whatever is stored.
   */
  countPixels(bytes: Uint8Array<ArrayBuffer>, options?: { isPrivate: boolean }): Promise<number>;
  /**
   * Stores a picture and returns where. The bytes decide what it is, not their name. Rejects with `PictureRejected`
   * as `countPixels` does, and where the picture is broken. Identical bytes are decoded once; owners take turns.
   */
  store(bytes: Uint8Array<ArrayBuffer>, owner: string): Promise<StoredPicture>;
  /** The picture in one of its widths, or undefined where the key is unknown. */
  read(path: string, width: PictureWidth): Promise<Rendition | undefined>;
  /** Stores a document and resolves to where: under the SHA-256 of its bytes. */
  storeDocument(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** The document, or undefined where the key is unknown. */
  readDocument(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Stores a picture that only some may see, below a UUID, where `read` does not find it. Decodes and rejects as
   * `store` does.
   */
  storePrivatePicture(id: string, bytes: Uint8Array<ArrayBuffer>, owner: string): Promise<PictureSize>;
  /** The picture in one of its widths, or undefined where there is none below this id. */
  readPrivatePicture(id: string, width: PictureWidth): Promise<Rendition | undefined>;
  /** Stores a piece of a file as it is, below the UUID of the file and under one of its own. */
  storePart(id: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The piece, or undefined where there is none of this name. */
  readPart(id: string, name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  deletePart(id: string, name: string): Promise<void>;
  /** Deletes everything below a UUID, picture and pieces. Does nothing where there is nothing. */
  deletePrivate(id: string): Promise<void>;
  /** Where the store itself hands out what it has; absent where only the host does. */
  addresses?: MediaAddresses | undefined;
}

/**
 * Addresses at which a store serves one thing for a while, to everybody who has the address. Whether somebody may have it
 * is decided before. Whether the thing is there shows when it is fetched.
 */
export interface MediaAddresses {
  /** Of a public picture: works for a day at least. */
  picture(path: string, width: PictureWidth): Promise<string>;
  /**
   * Of a private picture: works for some minutes.
   *
   * @param isRead whether a script reads it. Browsers keep what is only shown without the permission to read it, so that
   *   the two have different addresses.
   */
  privatePicture(id: string, width: PictureWidth, isRead: boolean): Promise<string>;
  /** Of a piece of a file, as a download: works for some minutes. */
  part(id: string, name: string, as: { type: string; disposition: string }): Promise<string>;
}

/** The tus protocol, version 1.0.0, with creation, expiration and termination. */
export interface UploadsPort {
  /**
   * Handles a request below `path`. Rejects with the error of the store where that has one. Requests for the same
   * upload wait for each other in this process; the store has to hold against other processes.
   */
  handle(request: Request, path: string, store: UploadStore): Promise<Response>;
}

/** An upload of one user, as the protocol sees it. */
export interface Upload {
  id: string;
  bytes: number;
  received: number;
  /** What the protocol shows of it; the values are any text. */
  metadata: Record<string, string>;
  createdAt: Date;
}

/** The uploads of one user. */
export interface UploadStore {
  /** Milliseconds from its creation until an upload is deleted that nothing uses. */
  expiresAfterMs: number;
  /** Begins an upload. */
  create(upload: { id: string; bytes: number; metadata: Record<string, string> }): Promise<Upload>;
  /** The upload, or undefined where this user has none of this id. */
  find(id: string): Promise<Upload | undefined>;
  /**
   * Stores what arrives behind the first `start` bytes, and resolves to how many bytes there are then. Where `chunks`
   * rejects, what arrived before stays. Rejects with a 409 where there are more or fewer bytes than `start` by now.
   */
  append(id: string, start: number, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Deletes an upload that nothing uses. Resolves to false where there is none. */
  remove(id: string): Promise<boolean>;
}

/** The bytes cannot become a stored picture; `message` is the reason in a sentence for people. */
export class PictureRejected extends Error {
  override name = 'PictureRejected';
}

/** Where pictures and documents are stored does not respond, or is too busy. Trying again later may help. */
export class MediaUnavailable extends Error {
  override name = 'MediaUnavailable';
}

/**
 * The doorbell behind the event log. It carries no data and may lose notifications: streams also poll. Beside users it
 * notifies of the keys of `events/doorbell-keys.ts`.
 */
export interface EventsPort {
  /** Notifies, after a commit, that these users have new events. Never rejects, never waits. */
  notify(userIds: readonly string[]): void;
  /**
   * Calls `listener` when the user has new events, in whatever process that happened; returns an unsubscribe
   * function.
   */
  listen(userId: string, listener: () => void): () => void;
  /** How many listen for the user in this process. */
  listeners(userId: string): number;
}

/** Work that happens after the response, and is retried until it succeeds. */
export interface JobsPort {
  /** Returns the statement that adds jobs, for the transaction that makes them necessary. */
  enqueue(trx: Trx, jobs: readonly Job[]): Statement;
  /** Notifies that a transaction with these jobs was committed. */
  committed(jobs: readonly Job[]): void;
}

/** How often something may be tried. */
interface Limit {
  points: number;
  seconds: number;
  /**
   * Beyond the points nobody is shut out: attempts are let through one after the other, with a pause between them
   * that grows with their number, up to so many seconds.
   */
  slowTo?: number;
}

/** Limits that hold across all server processes. */
export const limits = {
  /** Sign-in attempts at one account from one network address. */
  'sign-in': { points: 30, seconds: 5 * 60 },
  /** The same over a day, since the last success. */
  'sign-in-day': { points: 100, seconds: 24 * 60 * 60 },
  /** Sign-in attempts from one network address, which may be that of a school. */
  'sign-in-address': { points: 300, seconds: 5 * 60 },
  /** Sign-in attempts at one account, from anywhere. */
  'sign-in-account': { points: 100, seconds: 60 * 60, slowTo: 30 },
  /** Sign-in attempts of a device that has signed in to the account before: only these count for it. */
  'sign-in-device': { points: 30, seconds: 5 * 60 },
  /** Entries of the audit log about sign-in attempts that one limit rejects for one key: per process. */
  'sign-in-audit': { points: 1, seconds: 5 * 60 },
  'change-password': { points: 30, seconds: 5 * 60 },
  'sign-up': { points: 30, seconds: 60 * 60 },
  'recover-password': { points: 10, seconds: 60 * 60 },
  'reset-password': { points: 30, seconds: 60 * 60 },
  'email-check-minute': { points: 10, seconds: 60 },
  'email-check-day': { points: 100, seconds: 24 * 60 * 60 },
  feedback: { points: 20, seconds: 60 * 60 },
  /**
   * Pictures to decode, by user. A point is a megapixel: a post with ten of 25 megapixels passes, and a profile
   * picture beside it.
   */
  megapixels: { points: 300, seconds: 60 },
  /** What a user may upload, in megabytes: 40 messages with as many as they may have, a day. */
  uploads: { points: 1000, seconds: 24 * 60 * 60 },
  /** Messages to many people at once, by sender. */
  'bulk-messages': { points: 30, seconds: 60 * 60 },
  /** Logins at social networks that are begun or finished, and disconnections, by organization. */
  'social-logins': { points: 60, seconds: 60 * 60 },
  /** Lists of pages that are read from Facebook, by organization. */
  'social-reads': { points: 300, seconds: 60 * 60 },
  /** Posts that are to be tried again at social networks, by organization. */
  'social-retries': { points: 120, seconds: 60 * 60 },
  /** Additions of many people to lists, by organization. */
  'cultivation-additions': { points: 60, seconds: 60 * 60 },
  /** Counts of whom rules hold, and lists that get rules, by organization: one a second, as rules are edited. */
  rules: { points: 60, seconds: 60 },
  /** Webhooks that are created, changed or get another secret, by organization. */
  webhooks: { points: 60, seconds: 60 * 60 },
  /** Deliveries to webhooks that are to be sent once more, by organization. */
  'webhook-replays': { points: 120, seconds: 60 * 60 },
  /** Hints that a user is typing: per process. A client that sends one every three seconds needs 20. */
  typing: { points: 60, seconds: 60 },
  /** Personal access tokens that are made, by user. */
  'access-tokens': { points: 60, seconds: 60 * 60 },
  /**
   * Calls with one access token, in parts of what the settings allow in a minute: per process. They do not count for
   * `request`, so that a program that runs wild leaves its owner's browser alone.
   */
  'access-token': { points: 1000, seconds: 60 },
  /** Calls with all access tokens of one user together, in the same parts. */
  'access-tokens-of-user': { points: 4000, seconds: 60 },
  /** Everything else, by user or by address: per process, far above what a person does. */
  request: { points: 1200, seconds: 60 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** Returns the definition of a limit, with what only some have. */
export const limitOf = (name: LimitName): Limit => limits[name];

/** Returns how many seconds lie between two attempts, when so many were made beyond the points of a limit. */
export const pauseOf = (beyond: number, slowTo: number): number =>
  Math.min(slowTo, 2 ** Math.floor(beyond / 100));

export interface LimitsPort {
  /** Uses points of a limit, one unless given. Returns 0, or after how many seconds to retry. */
  consume(name: LimitName, key: string, points?: number): Promise<number>;
  /** Takes back all that was counted of a limit. */
  forget(name: LimitName, key: string): Promise<void>;
}

/**
 * Which users have live streams in which processes. A process that was not kept alive in time has no users. Every call
 * rejects where the store does not respond.
 */
export interface PresencePort {
  /**
   * Notes that a process runs, for so many milliseconds more. Returns whether it counted as running before; where it did
   * not, the users that it had stored are gone.
   */
  keepAlive(processId: string, milliseconds: number): Promise<boolean>;
  /**
   * Stores which users came to a process and which left it. Returns false, with nothing stored, where the process is not
   * known any more.
   */
  save(change: { processId: string; entered: readonly string[]; left: readonly string[] }): Promise<boolean>;
  /** Forgets the processes that no longer run, with their users. Returns the users. */
  sweep(): Promise<string[]>;
  /** Forgets a process of which all users have left. */
  remove(processId: string): Promise<void>;
  /** Returns those of the users who are connected. Who may know has to be looked up elsewhere. */
  connectedAmong(userIds: readonly string[]): Promise<string[]>;
}

/** Address search. */
export interface PlacesPort {
  /**
   * The places that a text can mean, the likeliest first, and whose data they are. Where a service outside does not
   * respond, those of the built-in list; never rejects for that.
   */
  search(db: Db, text: string): Promise<FoundPlaces>;
}

/** The social networks. One for which this installation has no keys is undefined. */
export interface NetworksPort {
  facebook: Facebook | undefined;
  twitter: Twitter | undefined;
  'linked-in': LinkedIn | undefined;
}

/** What became of a delivery: the status of the response, or why there was none. */
export type WebhookOutcome =
  | { status: number; problem?: undefined }
  | { status?: undefined; problem: DeliveryProblem };

/** Addresses that users gave, to which events are posted. */
export interface WebhooksPort {
  /**
   * Posts over HTTPS, only to an address that is public once its name is resolved, and follows no redirect. Resolves
   * within seconds, and never rejects. Of the response, the status is all that is read.
   */
  post(message: { url: string; headers: Record<string, string>; body: string }): Promise<WebhookOutcome>;
}

export interface ClockPort {
  now(): Date;
  /** The time that all processes agree on, which decides when something is due: the database's own. */
  shared(db: Db): Promise<Date>;
}

/** Traces: what a request consists of, and how long each part takes. */
export interface TracingPort {
  /**
   * Runs a part of what is traced as a span of its own, which fails where the work rejects, or says so. Where nothing is
   * traced, the work just runs. Names and attributes never hold what people wrote, or who they are.
   */
  span<T>(
    name: string,
    attributes: Record<string, string>,
    work: (span: { failed(type: string): void }) => Promise<T>,
  ): Promise<T>;
}

/** Structured log. Fields never hold passwords, tokens, mail addresses or what people wrote. */
export interface LogPort {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
