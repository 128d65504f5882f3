import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTRPCClient,
  createWSClient,
  httpLink,
  httpSubscriptionLink,
  TRPCClientError,
  type TRPCLink,
  wsLink,
} from '@trpc/client';
import { EventSource } from 'eventsource';
import { v7 as uuid } from 'uuid';
import { WebSocket } from 'ws';
import type { Random } from '#db/seeds/random.ts';
import type { ErrorData } from '#server/error-data.ts';
import type { EventHead, LoggedEvent, StreamMessage } from '#server/events/events.schema.ts';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { AppRouter } from '#server/router.ts';
import { targets } from './checks.ts';
import { type Follower, type Mutation, type StaleRead, saidIn, type Whereabouts } from './evidence.ts';
import { type Api, nthPost, type Person, type Post } from './people.ts';
import { drawPicture } from './pictures.ts';

/** How a program talks to the server. */
export interface ProgramOptions {
  /** What reports call it. */
  label: string;
  person: Person;
  /** Where its line begins. */
  origin: string;
  random: Random;
  /** How its events come. */
  transport: 'socket' | 'server-sent';
}

/** Milliseconds that a response may take before the request is retried. */
const timeoutMs = 6_000;

/** Milliseconds that a stream may take to begin, as in browsers. */
const openTimeoutMs = 10_000;

/** Describes a mutation, and calls the server for it. */
interface Order {
  lane: string;
  sets?: Mutation['sets'];
  call: (api: Api, picture: string | undefined) => Promise<unknown>;
  /** Whether a picture comes with it. */
  hasPicture?: boolean;
  /** Reads what was written: resolves to whether it is there. */
  isShown?: (api: Api) => Promise<boolean>;
  whenSettled?: () => void;
}

/**
 * A user's program: it gives each write an idempotency key, sends those of one lane in order, retries each until it
 * has a response, and keeps up with the log of its user.
 */
export class Program {
  readonly mutations: Mutation[] = [];
  /** The pictures that it sends, as data URLs, by the key of the write. */
  readonly pictures = new Map<string, Promise<string>>();
  /** Reads in which it did not find what it had written. */
  readonly stale: StaleRead[] = [];
  readonly follower: Follower;
  readonly label: string;
  readonly person: Person;
  readonly #random: Random;
  readonly #api: (opId: string) => Api;
  readonly #options: ProgramOptions;
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #following: Promise<void> | undefined;
  #order = 0;
  #unanswered = 0;
  #sentMessages = 0;
  /** How many messages to whom have no response yet. */
  readonly #unansweredTo = new Map<string, number>();
  /** The conversations that its messages are in, with the last message of each that it knows. */
  readonly #conversations = new Map<string, number>();

  constructor(options: ProgramOptions) {
    const { label, person, random, origin } = options;
    this.label = label;
    this.person = person;
    this.#random = random;
    this.#options = options;
    this.follower = { label, userId: person.user._id, steps: [], received: new Map([[label, []]]) };
    this.#api = (opId) =>
      createTRPCClient<AppRouter>({
        links: [
          httpLink({
            url: `${origin}/api/trpc`,
            headers: {
              authorization: `Bearer ${person.token}`,
              'x-forwarded-for': person.address,
              'idempotency-key': opId,
            },
            fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
          }),
        ],
      });
  }

  /** How many writes have no response yet. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** The last event that it has. */
  get cursor(): EventHead | undefined {
    return this.follower.steps.at(-1)?.to;
  }

  /** How far it has come, and how much it has to send. */
  state(): Whereabouts {
    return { cursor: this.cursor, unsent: this.unanswered };
  }

  /** Sets its reaction to a post. */
  say(post: Post, interest: InterestType, on: boolean): void {
    this.#take({
      lane: `post ${post.id}`,
      sets: { target: targets.say(post.id, interest), value: on },
      call: ({ posts }) => {
        const calls = {
          liked: [posts.cancelLike, posts.like],
          interested: [posts.cancelInterested, posts.interested],
          going: [posts.cancelGoing, posts.going],
        } as const;
        return calls[interest][on ? 1 : 0].mutate({ id: post.id });
      },
      isShown: async ({ posts }) =>
        saidIn(await posts.byId.query({ id: post.id }), this.person.user._id)[interest] === on,
    });
  }

  /** Follows or unfollows a user. */
  follow(userId: string, on: boolean): void {
    const pair = { followerId: this.person.user._id, followingId: userId };
    this.#take({
      lane: `profile ${userId}`,
      sets: { target: targets.follow(userId), value: on },
      call: ({ follows }) => follows[on ? 'follow' : 'unfollow'].mutate(pair),
    });
  }

  /** Publishes a post: what done twice would be there twice. */
  publish(): void {
    const n = this.#order;
    const title = `${this.label} ${n} ${uuid().slice(-6)}`;
    this.#take({
      lane: 'publishing',
      sets: { target: targets.publish(title), value: title },
      hasPicture: this.#random.chance(0.3),
      call: ({ posts }, picture) =>
        posts.create.mutate({
          ...nthPost(n, title).input,
          ...(picture !== undefined && { images: [{ path: picture }] }),
        }),
    });
  }

  /** Writes a message: no two of them contain the same. */
  write(receiverId: string): void {
    const id = uuid();
    const text = `${this.label} ${this.#order}`;
    let place: { conversationId: string; seq: number } | undefined;
    this.#unansweredTo.set(receiverId, this.unansweredTo(receiverId) + 1);
    this.#take({
      lane: `messages ${receiverId}`,
      sets: { target: targets.message(id), value: text },
      // Its first one, too, so that there are some however short the run.
      hasPicture: this.#random.chance(0.05) || this.pictures.size === 0,
      call: async ({ conversations }, picture) => {
        const images = picture === undefined ? [] : [picture];
        const sent = await conversations.send.mutate({ _id: id, receiverId, text, images });
        // As if the line had been cut after the commit.
        if (this.#random.chance(0.2)) throw new LostResponse();
        this.#conversations.set(sent.message.conversationId, sent.message.seq);
        place = sent.message;
        return sent;
      },
      isShown: async ({ conversations }) => {
        if (!place) return true;
        const { conversationId, seq } = place;
        const page = await conversations.history.query({ id: conversationId, after: seq - 1, limit: 1 });
        return page.messageUserEntity.some(({ _id }) => _id === id);
      },
      whenSettled: () => {
        this.#sentMessages += 1;
        this.#unansweredTo.set(receiverId, this.unansweredTo(receiverId) - 1);
      },
    });
  }

  /** How many messages the server has confirmed. */
  get sentMessages(): number {
    return this.#sentMessages;
  }

  /** How many messages to a user have no response yet. */
  unansweredTo(receiverId: string): number {
    return this.#unansweredTo.get(receiverId) ?? 0;
  }

  /** Marks a conversation as read, up to its own last message. */
  read(): void {
    const [found] = this.#random.pickWeighted([...this.#conversations], 1, () => 1);
    if (!found) return;
    const [id, upTo] = found;
    this.#take({
      lane: `read ${id}`,
      call: ({ conversations }) => conversations.markRead.mutate({ id, upTo }),
    });
  }

  markAll(isRead: boolean): void {
    this.#take({
      lane: 'notifications',
      call: ({ notifications }) => notifications.markAll.mutate({ isRead, all: true }),
    });
  }

  /** Begins to keep up with the log, from its end on. */
  start(): void {
    this.#following = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#following, ...this.#lanes.values()]);
  }

  #take({ lane, sets, call, hasPicture, isShown, whenSettled }: Order) {
    const mutation: Mutation = {
      opId: uuid(),
      userId: this.person.user._id,
      by: this.label,
      lane,
      order: this.#order++,
      ...(sets && { sets }),
      state: 'open',
      responses: [],
    };
    this.mutations.push(mutation);
    if (hasPicture) this.pictures.set(mutation.opId, drawPicture());
    this.#unanswered += 1;
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    this.#lanes.set(
      lane,
      before
        .then(() => this.#send(mutation, call))
        .then(() => isShown && this.#readAgain(mutation, isShown))
        .then(() => {
          if (mutation.state !== 'open') this.#unanswered -= 1;
          whenSettled?.();
        }),
    );
  }

  async #send(mutation: Mutation, call: Order['call']): Promise<void> {
    const api = this.#api(mutation.opId);
    const picture = await this.pictures.get(mutation.opId);
    while (mutation.state === 'open' && !this.#stopping.signal.aborted) {
      // Impatient programs send twice at the same time.
      const times = this.#random.chance(0.1) ? 2 : 1;
      const responses = await Promise.allSettled(
        Array.from({ length: times }, async () => {
          const response = await call(api, picture);
          mutation.settledAt ??= Date.now();
          return response;
        }),
      );
      for (const response of responses) {
        if (response.status === 'fulfilled') {
          const text = JSON.stringify(response.value);
          if (!mutation.responses.includes(text)) mutation.responses.push(text);
          mutation.state = 'done';
        } else if (isRefusal(response.reason) && mutation.state === 'open') {
          mutation.state = 'rejected';
          mutation.responses.push(String(response.reason));
        }
      }
      if (mutation.state === 'open') await this.#pause(this.#random.between(50, 600));
    }
  }

  /** Now and then reads what was confirmed: no read may be older than what its reader has written. */
  async #readAgain({ opId, lane, state }: Mutation, isShown: (api: Api) => Promise<boolean>): Promise<void> {
    if (state !== 'done' || !this.#random.chance(0.2)) return;
    // No response says nothing.
    const shown = await isShown(this.#api(opId)).catch(() => true);
    const text = `${this.label} read what was there before its own ${opId} (${lane}).`;
    if (!shown) this.stale.push({ opId, text });
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        let cursor = this.cursor;
        if (!cursor) {
          cursor = await this.#api(uuid()).events.head.query();
          this.#step(undefined, cursor);
        }
        if ((await this.#subscribe(cursor)) === 'reset')
          this.#step(undefined, await this.#api(uuid()).events.head.query());
      } catch {
        // Nobody there just now.
      }
      await this.#pause(this.#random.between(50, 300));
    }
  }

  #step(from: EventHead | undefined, to: EventHead) {
    this.follower.steps.push({ by: this.label, from, to });
  }

  /** Applies what is new of a batch; returns false where it does not follow. */
  #apply(epoch: string, events: readonly LoggedEvent[]): boolean {
    const heard = events.map(({ seq }) => seq);
    this.follower.received.get(this.label)?.push(...heard);
    const from = this.cursor;
    const fresh = heard.filter((seq) => seq > (from?.seq ?? 0));
    const last = fresh.at(-1);
    if (last === undefined || !from) return true;
    if (last !== from.seq + fresh.length) return false;
    this.#step(from, { epoch, seq: last });
    return true;
  }

  /** Takes events from the cursor on, until the stream ends for whatever reason. */
  async #subscribe({ epoch, seq }: EventHead): Promise<'reset' | 'again'> {
    const { promise: ended, resolve: end } = Promise.withResolvers<'reset' | 'again'>();
    const { link, close } = this.#transport();
    const take = (message: StreamMessage) => {
      if (message.kind === 'reset') end('reset');
      else if (!this.#apply(epoch, message.events)) end('again');
    };
    // A line that swallows the request causes no error.
    const opening = setTimeout(() => end('again'), openTimeoutMs);
    const subscription = createTRPCClient<AppRouter>({ links: [link] }).events.stream.subscribe(
      { epoch, since: seq },
      {
        signal: this.#stopping.signal,
        onStarted: () => clearTimeout(opening),
        onData: ({ data }) => take(data),
        onError: () => end('again'),
        onComplete: () => end('again'),
      },
    );
    this.#stopping.signal.addEventListener('abort', () => end('again'), { once: true });
    const outcome = await ended;
    clearTimeout(opening);
    subscription.unsubscribe();
    close();
    return outcome;
  }

  #transport() {
    const { origin, person, transport } = this.#options;
    if (transport === 'server-sent') {
      const link: TRPCLink<AppRouter> = httpSubscriptionLink({
        url: `${origin}/api/trpc`,
        EventSource,
        eventSourceOptions: {
          fetch: (url, init) =>
            fetch(url, {
              ...init,
              headers: {
                ...init.headers,
                authorization: `Bearer ${person.token}`,
                'x-forwarded-for': person.address,
              },
            }),
        },
      });
      return { link, close: () => {} };
    }
    const client = createWSClient({
      url: `${origin.replace(/^http/, 'ws')}/api/socket`,
      connectionParams: { token: person.token },
      WebSocket: BriefWebSocket as unknown as typeof globalThis.WebSocket,
      retryDelayMs: () => this.#random.between(50, 500),
      keepAlive: { enabled: true, intervalMs: 3_000, pongTimeoutMs: 2_000 },
    });
    const link: TRPCLink<AppRouter> = wsLink({ client });
    return { link, close: () => void client.close() };
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

/** A socket that does not wait for a close frame of a server that may be gone. */
class BriefWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols, { handshakeTimeout: 4_000 });
    this.on('error', () => {});
  }

  override close(): void {
    this.terminate();
  }
}

/** Thrown in place of a response, as where the line is cut after the commit. */
class LostResponse extends Error {}

/** Whether a retry would get the same response. */
function isRefusal(error: unknown): boolean {
  if (error instanceof LostResponse) return false;
  if (!(error instanceof TRPCClientError)) return true;
  const status = (error.data as ErrorData | undefined | null)?.httpStatus;
  return status !== undefined && status < 500 && status !== 429 && status !== 408;
}
