import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { findEpoch } from '#server/events/events.queries.ts';
import type { EventHead } from '#server/events/events.schema.ts';
import type { Published } from '#server/node/testing/publishing.ts';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { InterestView, PostView } from '#server/posts/posts.schema.ts';

/** A line of a server's log, or other output of it. */
export interface LogEntry {
  /** Which process wrote it. */
  from: string;
  /** Milliseconds since 1970. */
  at: number;
  level: string;
  message: string;
  /** The error's kind, code and words, where there was one. */
  error?: string;
  /** The status of a response. */
  status?: number;
  /** What else the entry says, where it is not an error. */
  detail?: string;
}

/**
 * A span of time, in milliseconds since 1970, whose last writes a failover may have cut off: the new primary has what was
 * committed before it, and the old one had ended after it.
 */
export interface CutOff {
  from: number;
  to: number;
}

/** A mutation with an idempotency key: from a screen, or of a program. */
export interface Mutation {
  opId: string;
  /** The account for which the program or the screen meant to act. */
  userId: string;
  /** Who sent it: one program, or one browser. Their mutations in one lane keep their order. */
  by: string;
  lane: string;
  /** What its place among the mutations of its sender is found by: rising. */
  order: number;
  /** What it sets, where it sets something; the last one counts. */
  sets?: { target: string; value: unknown };
  /**
   * `open`: not known yet. `done`: the server confirmed it. `withdrawn`: taken back before it was ever sent. `lost`:
   * no longer remembered by its sender, although it may have been sent. `rejected`: the server rejected it.
   */
  state: 'open' | 'done' | 'withdrawn' | 'lost' | 'rejected';
  /** Whether a tab that is not heard was there after it, which may have set the same thing. */
  mayBeOvertaken?: boolean;
  /** Every response of the server to it, as JSON, each different one once. */
  responses: string[];
  /** When its sender knew that it was done, in milliseconds since 1970. */
  settledAt?: number;
}

/**
 * One step of a cursor, as it was committed: the events after `from`, up to `to`, are in the local cache since then.
 */
export interface Step {
  /** The tab, or the program, that took it. */
  by: string;
  /** Undefined where the cache was made anew. */
  from: EventHead | undefined;
  to: EventHead;
}

/** How far a seat has come: the last event it has, and how many mutations it still has to send. */
export interface Whereabouts {
  cursor: EventHead | undefined;
  unsent: number;
}

/** A client that follows a user's log: a browser's local cache, or a program. */
export interface Follower {
  label: string;
  userId: string;
  steps: Step[];
  /** The numbers of the events that reached each tab or program, in order. */
  received: Map<string, number[]>;
}

/** What a browser keeps of its user, read at the end. */
export interface Copy {
  label: string;
  userId: string;
  cursor: EventHead | undefined;
  /** What is still to be sent, or was rejected. */
  outbox: { opId: string; state: string }[];
  posts: Map<string, Pick<PostView, 'interests'>>;
  follows: Map<string, boolean>;
  notifications: Map<string, NotificationView>;
  unread: number | undefined;
}

/** What the server returns to a client without a local cache. */
export interface Snapshot {
  posts: Map<string, Pick<PostView, 'interests'>>;
  follows: Map<string, boolean>;
  notifications: Map<string, NotificationView>;
  unread: number;
}

/** One thing on a screen, as it shows and as the server has it. */
export interface Shown {
  where: string;
  what: string;
  shows: string;
  /** What it should show. */
  is: string;
}

/** A row of a user's log. */
export interface Logged {
  userId: string;
  seq: number;
  type: string;
  opId: string | null;
}

/** A message, as it is stored. */
export interface MessageRecord {
  id: string;
  conversationId: string;
  seq: number;
  senderId: string;
  receiverId: string;
  text: string;
}

/** What a user has to spend, and what its entries add up to. */
export interface WalletRecord {
  userId: string;
  balance: number;
  /** The sum of all entries, and of those that paid for messages. */
  entered: number;
  messages: number;
}

/** A picture that somebody sent: the hash of what is stored or served of it, and of what should be. */
export interface PictureRecord {
  what: string;
  found: string;
  is: string;
}

/** Something of a message's file that no row names. */
export interface Leftover {
  key: string;
  /** When it was stored, in milliseconds since 1970. */
  storedAt: number;
}

/** What the database holds at the end. */
export interface Records {
  epoch: string;
  heads: Map<string, number>;
  events: Logged[];
  /** The writes that were done, by idempotency key and user. */
  operations: { userId: string; opId: string; response: string }[];
  /** Posts whose counters differ from the rows. */
  miscounted: string[];
  /** Titles of posts, as often as there are posts with it. */
  titles: string[];
  /** Users' reactions to posts. */
  interests: Map<string, Record<InterestType, boolean>>;
  /** Messages by conversation, in their order. */
  messages: MessageRecord[];
  wallets: WalletRecord[];
  /** Users whose count of unread messages is not what the messages show. */
  misread: string[];
  /** Pairs of followers and those whom they follow, joined by a space. */
  follows: Set<string>;
}

/** The log message for the signal to stop. */
export const toldToStop = 'told to stop';

/** A read that did not show what its reader had written before. */
export interface StaleRead {
  /** What had been written. */
  opId: string;
  text: string;
}

/** Everything that a run leaves behind, to be judged. */
export interface Evidence {
  records: Records;
  mutations: Mutation[];
  followers: Follower[];
  copies: { copy: Copy; snapshot: Snapshot }[];
  shown: Shown[];
  /** Every picture whose post or message was acknowledged. */
  pictures: PictureRecord[];
  /** What the store has too much after a sweep. */
  leftovers: Leftover[];
  /** What became of the posts that were scheduled. */
  published: Published;
  log: LogEntry[];
  /** When the database was hurt, in milliseconds since 1970: what servers log shortly after is expected. */
  hurts: number[];
  /** When the machine had more to do than it could, in milliseconds since 1970. */
  overloads: { at: number }[];
  /** Errors in browsers' consoles, and what users noticed who should not have. */
  errors: string[];
  /** Who did not come to rest in time, and what was missing. */
  restless: string[];
  stale: StaleRead[];
  /** What failovers may have lost, where the primary does not wait for its standby. */
  cutOffs: readonly CutOff[];
}

/** The key under which `Records.interests` keeps a user's reactions to a post. */
export const interestKey = (userId: string, postId: string) => `${userId} ${postId}`;

/** Reads the reactions of all users to posts. */
export async function readInterests(db: Db): Promise<Records['interests']> {
  const rows = await db.selectFrom('post_interests').selectAll().execute();
  return new Map(
    rows.map((row) => [
      interestKey(row.user_id, row.post_id),
      {
        liked: row.liked_at !== null,
        interested: row.interested_at !== null,
        going: row.going_at !== null,
      },
    ]),
  );
}

/** Reads everything that the database has of a run, as of one moment. */
export async function readRecords(db: Db): Promise<Records> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const epoch = await findEpoch(trx);
      const heads = await trx.selectFrom('user_heads').select(['user_id', 'seq']).execute();
      const events = await trx
        .selectFrom('user_events')
        .select(['user_id as userId', 'seq', 'type', 'op_id as opId'])
        .orderBy('user_id')
        .orderBy('seq')
        .execute();
      const operations = await trx
        .selectFrom('operations')
        .select(['user_id as userId', 'op_id as opId', 'result'])
        .where('user_id', 'is not', null)
        .$narrowType<{ userId: string }>()
        .execute();
      const miscounted = await trx
        .selectFrom('post_counters as c')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('post_interests')
              .select(({ fn }) => [
                'post_id',
                fn.count<number>('liked_at').as('liked'),
                fn.count<number>('interested_at').as('interested'),
                fn.count<number>('going_at').as('going'),
              ])
              .groupBy('post_id')
              .as('i'),
          (join) => join.onRef('i.post_id', '=', 'c.post_id'),
        )
        .select('c.post_id')
        .where(
          sql<boolean>`(c.liked, c.interested, c.going)
            is distinct from (coalesce(i.liked, 0), coalesce(i.interested, 0), coalesce(i.going, 0))`,
        )
        .execute();
      const titles = await trx.selectFrom('posts').select('title').execute();
      const interests = await readInterests(trx);
      const follows = await trx.selectFrom('follows').select(['follower_id', 'following_id']).execute();
      const messages = await trx
        .selectFrom('messages as g')
        .innerJoin('conversation_members as m', (join) =>
          join.onRef('m.conversation_id', '=', 'g.conversation_id').onRef('m.user_id', '=', 'g.sender_id'),
        )
        .select(['g.id', 'g.conversation_id as conversationId', 'g.seq', 'g.sender_id as senderId'])
        .select(['m.other_id as receiverId', 'g.text'])
        .orderBy('g.conversation_id')
        .orderBy('g.seq')
        .execute();
      const wallets = await sql<WalletRecord>`
        select user_id as "userId", balance, coalesce(sum(coins), 0)::integer as entered,
          coalesce(sum(-coins) filter (where reason = 'message'), 0)::integer as messages
        from wallets left join wallet_entries using (user_id)
        group by user_id, balance`.execute(trx);
      const misread = await sql<{ userId: string }>`
        select distinct m.user_id as "userId"
        from conversation_members m
        left join unread_messages u on u.user_id = m.user_id
        where m.unread <> (
            select count(*) from messages g
            where g.conversation_id = m.conversation_id and g.sender_id = m.other_id
              and g.seq > greatest(m.read_seq, m.cleared_seq)
          )
          or coalesce(u.unread, 0) <> (
            select sum(unread) from conversation_members where user_id = m.user_id
          )`.execute(trx);
      return {
        epoch,
        messages,
        wallets: wallets.rows,
        misread: misread.rows.map(({ userId }) => userId),
        heads: new Map(heads.map((row) => [row.user_id, row.seq])),
        events,
        operations: operations.map(({ userId, opId, result }) => ({
          userId,
          opId,
          response: JSON.stringify(result.data),
        })),
        miscounted: miscounted.map((row) => row.post_id),
        titles: titles.map((row) => row.title),
        interests,
        follows: new Set(follows.map((row) => `${row.follower_id} ${row.following_id}`)),
      };
    });
}

/** A user's reactions to a post, read from a view. */
export function saidIn({ interests }: Pick<PostView, 'interests'>, userId: string): InterestView {
  return (
    interests.find((entry) => entry.userId === userId) ?? {
      userId,
      liked: false,
      interested: false,
      going: false,
    }
  );
}
