import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { WebSocket } from 'ws';
import { Problem } from '../problem.ts';
import { type Member, signIn } from './crowd.ts';
import type { Correspondence } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** How many streams are open, and how many messages arrive on them in a second, in all. */
const busyStreams = 5_000;
const arrivalsPerSecond = 1_000;

/**
 * Seconds for which messages are sent before it counts (the first ones find a server that has not compiled what it
 * needs), then while it counts, and within which nearly all are to have arrived.
 */
const warmUpSeconds = 5;
const seconds = 20;
const boundSeconds = 1;

/** How many streams are open on which nothing arrives, how many KiB each may take, and seconds until they are counted. */
const idleStreams = 20_000;
const boundKibibytes = 30;
const settlingSeconds = 20;

/** Handshakes that are under way at a time. */
const mostOpening = 50;

/** Somebody with sockets, of whom and to whom others write. */
interface Person extends Member {
  otherIds: string[];
  streams: number;
}

/** When each stream that a message goes to got it, counted from the sending of its request, in milliseconds. */
class Arrivals {
  readonly delays: number[] = [];
  readonly #sent = new Map<string, { at: number; missing: number }>();

  sending(messageId: string, receivers: number): void {
    this.#sent.set(messageId, { at: performance.now(), missing: receivers });
  }

  arrived(messageId: string): void {
    const message = this.#sent.get(messageId);
    if (!message) return;
    this.delays.push(performance.now() - message.at);
    if (--message.missing === 0) this.#sent.delete(messageId);
  }

  /** Forgets how long messages took that have arrived. */
  forget(): void {
    this.delays.length = 0;
  }

  get missing(): number {
    return [...this.#sent.values()].reduce((sum, { missing }) => sum + missing, 0);
  }
}

/**
 * 5,000 streams of one process, on which 1,000 messages arrive in a second: each on all streams of who sent it and of
 * who receives it. Counts from the request that sends a message until a stream has it.
 */
export async function measureStreams(site: Correspondence): Promise<Figure[]> {
  const people = await findPeople(site, busyStreams);
  const arrivals = new Arrivals();
  const sockets: WebSocket[] = [];
  try {
    await openStreams(site, people, arrivals, sockets);
    await send(site, people, arrivals, warmUpSeconds);
    arrivals.forget();
    const sent = await send(site, people, arrivals, seconds);
    const delays = arrivals.delays.toSorted((a, b) => a - b);
    const at = (share: number) => delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN;
    const rate = delays.length / seconds;
    return [
      {
        what: `messages on ${sockets.length} streams in a second, by ${arrivalsPerSecond}`,
        ratio: rate / arrivalsPerSecond,
        goal: { least: 0.99 },
        measured: `${digits(rate)} arrived, of ${digits(sent / seconds)} that were sent`,
        memory: await site.memory(),
      },
      {
        what: `from sending one to a stream, 99 of 100, by ${boundSeconds} second`,
        ratio: at(0.99) / 1000 / boundSeconds,
        goal: { most: 1 },
        measured: `${digits(at(0.99))} ms; the middle one ${digits(at(0.5))} ms, the last ${digits(at(1))} ms`,
      },
    ];
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}

/** What each stream of a process takes while nothing arrives on 20,000 of them, or as many as it may have files open. */
export async function measureIdleStreams(site: Correspondence): Promise<Figure[]> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  const files = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1]);
  const wanted = Math.min(idleStreams, files - 1_000);
  const people = await findPeople(site, wanted);
  const sockets: WebSocket[] = [];
  try {
    const before = await site.memory();
    await openStreams(site, people, new Arrivals(), sockets);
    await sleep(settlingSeconds * 1000);
    const open = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    if (open < wanted) throw new Problem(`${wanted - open} streams are not open any more.`);
    const after = await site.memory();
    const each = ((after - before) * 1024) / open;
    return [
      {
        what: `memory of each of ${open} idle streams, by ${boundKibibytes} KiB`,
        ratio: each / boundKibibytes,
        goal: { most: 1 },
        measured: `${digits(each)} KiB; ${digits(before)} MiB before, and ${digits(after)} MiB with them`,
        memory: after,
      },
    ];
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}

/** Opens the streams of people, and adds each to `sockets` once the server has begun it. */
async function openStreams(
  site: Correspondence,
  people: readonly Person[],
  arrivals: Arrivals,
  sockets: WebSocket[],
): Promise<void> {
  const { epoch } = await site.db.selectFrom('event_epoch').select('epoch').executeTakeFirstOrThrow();
  const opening = people.flatMap((person, n) =>
    Array.from({ length: person.streams }, () => ({ person, address: addressOf(n) })),
  );
  for (let first = 0; first < opening.length; first += mostOpening)
    sockets.push(
      ...(await Promise.all(
        opening.slice(first, first + mostOpening).map((one) => openStream(site, { ...one, epoch, arrivals })),
      )),
    );
}

/** Everybody who writes, with a session; together they have as many streams as are to be open. */
async function findPeople({ db }: Correspondence, streams: number): Promise<Person[]> {
  const { rows } = await sql<{ id: string; otherIds: string[] }>`
    select user_id as id, array_agg(other_id) as "otherIds" from conversation_members
    group by user_id order by user_id limit ${streams}`.execute(db);
  const people: Person[] = [];
  for (const [n, row] of rows.entries()) {
    const streamsUntil = (count: number) => Math.floor((streams * count) / rows.length);
    people.push({ ...row, ...(await signIn(db, row.id)), streams: streamsUntil(n + 1) - streamsUntil(n) });
  }
  return people;
}

/** Opens a stream, and resolves once the server has begun it. */
async function openStream(
  { server, db }: Correspondence,
  {
    person,
    address,
    epoch,
    arrivals,
  }: { person: Person; address: string; epoch: string; arrivals: Arrivals },
): Promise<WebSocket> {
  const head = await db
    .selectFrom('user_heads')
    .select('seq')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/api/socket`, {
    perMessageDeflate: false,
    headers: { authorization: `Bearer ${person.token}`, 'x-forwarded-for': address },
  });
  await once(socket, 'open');
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  socket.on('message', (bytes: Buffer) => {
    const text = bytes.toString();
    if (text === 'PING') return socket.send('PONG');
    const { result, error } = JSON.parse(text) as StreamResponse;
    if (error !== undefined) reject(new Problem(`A stream was rejected: ${text}`));
    if (result?.type === 'started') resolve();
    for (const { type, payload } of result?.data?.data.events ?? [])
      if (type === 'message-added') arrivals.arrived(payload.conversation.lastMessageEntity._id);
    return undefined;
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Problem('A stream was closed.')));
  const input = { since: head.seq, epoch };
  socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path: 'events.stream', input } }));
  await started;
  return socket;
}

/** What a stream sends, as far as it is read. */
interface StreamResponse {
  error?: unknown;
  result?: {
    type: string;
    data?: {
      data: {
        events?: { type: string; payload: { conversation: { lastMessageEntity: { _id: string } } } }[];
      };
    };
  };
}

/**
 * Sends messages at an even pace, each person in turn, so that as many arrive in a second as are to. Resolves to how
 * many were sent, once all have arrived.
 */
async function send(
  { server }: Correspondence,
  people: readonly Person[],
  arrivals: Arrivals,
  forSeconds: number,
): Promise<number> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const began = performance.now();
  const under: Promise<unknown>[] = [];
  let [sent, failed, expected] = [0, 0, 0];
  for (let turn = 0; performance.now() - began < forSeconds * 1000; ) {
    for (const due = ((performance.now() - began) / 1000) * arrivalsPerSecond; expected < due; turn += 1) {
      const n = (turn * 7) % people.length;
      const sender = people[n];
      const receiver = byId.get(sender?.otherIds[turn % sender.otherIds.length] ?? '');
      if (!sender || !receiver) continue;
      const messageId = uuid();
      const receivers = sender.streams + receiver.streams;
      arrivals.sending(messageId, receivers);
      expected += receivers;
      sent += 1;
      const sending = fetch(`${server}/api/trpc/conversations.send`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${sender.token}`,
          'content-type': 'application/json',
          'idempotency-key': uuid(),
          'x-forwarded-for': addressOf(n),
        },
        body: JSON.stringify({ _id: messageId, receiverId: receiver.id, text: 'See you at the kitchen.' }),
      }).then(async (response) => {
        if (!response.ok) failed += 1;
        await response.arrayBuffer();
      });
      under.push(sending);
    }
    await sleep(5);
  }
  await Promise.all(under);
  for (const deadline = Date.now() + 10_000; arrivals.missing > 0 && Date.now() < deadline; ) await sleep(50);
  if (failed > 0 || arrivals.missing > 0)
    throw new Problem(`${failed} messages were not sent, and ${arrivals.missing} have not arrived.`);
  return sent;
}

/** An address for each person, so that limits hold as they do for strangers. */
const addressOf = (n: number) => `10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`;
