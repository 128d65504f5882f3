import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Problem } from '../problem.ts';
import { type Member, signIn } from './crowd.ts';
import { EventStream, openAll, type StreamEvent } from './event-stream.ts';
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

/** Somebody with sockets, of whom and to whom others write. */
export interface Person extends Member {
  otherIds: string[];
  streams: number;
}

/** When each stream that a message goes to got it, counted from the sending of its request, in milliseconds. */
export class Arrivals {
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
  const streams = await streamsOf(site, people, arrivals);
  try {
    await openAll(streams, (stream) => stream.open(site.server));
    await send(site, people, arrivals, warmUpSeconds);
    arrivals.forget();
    const sent = await send(site, people, arrivals, seconds);
    const delays = arrivals.delays.toSorted((a, b) => a - b);
    const at = (share: number) => delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN;
    const rate = delays.length / seconds;
    return [
      {
        what: `messages on ${streams.length} streams in a second, by ${arrivalsPerSecond}`,
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
    for (const stream of streams) stream.terminate();
  }
}

/** What each stream of a process takes while nothing arrives on 20,000 of them, or as many as it may have files open. */
export async function measureIdleStreams(site: Correspondence): Promise<Figure[]> {
  const wanted = Math.min(idleStreams, await mostStreams());
  const streams = await streamsOf(site, await findPeople(site, wanted));
  try {
    const before = await site.memory();
    await openAll(streams, (stream) => stream.open(site.server));
    await sleep(settlingSeconds * 1000);
    const open = streams.filter(({ isOpen }) => isOpen).length;
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
    for (const stream of streams) stream.terminate();
  }
}

/** Makes the streams of people from where their logs end. They are not open yet. */
export async function streamsOf(
  { db }: Correspondence,
  people: readonly Person[],
  arrivals?: Arrivals,
): Promise<EventStream[]> {
  const { epoch } = await db.selectFrom('event_epoch').select('epoch').executeTakeFirstOrThrow();
  const heads = new Map(
    (await db.selectFrom('user_heads').select(['user_id', 'seq']).execute()).map((head) => [
      head.user_id,
      head.seq,
    ]),
  );
  const onEvent = ({ type, payload }: StreamEvent) => {
    if (type === 'message-added') arrivals?.arrived(payload.conversation.lastMessageEntity._id);
  };
  return people.flatMap((member, n) =>
    Array.from({ length: member.streams }, () => {
      const seq = heads.get(member.id) ?? 0;
      return new EventStream({ member, address: addressOf(n), epoch, seq, onEvent });
    }),
  );
}

/** Resolves to how many streams this process can have open. */
export async function mostStreams(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1]) - 1_000;
}

/** Everybody who writes, with a session; together they have as many streams as are to be open. */
export async function findPeople({ db }: Correspondence, streams: number): Promise<Person[]> {
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

/**
 * Sends messages at an even pace, each person in turn, so that as many arrive in a second as are to, until that is
 * over. Resolves to how many were sent and how many of them failed, once all were answered.
 */
export async function sendMessages(
  server: string,
  people: readonly Person[],
  arrivals: Arrivals,
  { perSecond, isOver }: { perSecond: number; isOver: () => boolean },
): Promise<{ sent: number; failed: number }> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const began = performance.now();
  const under: Promise<unknown>[] = [];
  let [sent, failed, expected] = [0, 0, 0];
  for (let turn = 0; !isOver(); ) {
    for (const due = ((performance.now() - began) / 1000) * perSecond; expected < due; turn += 1) {
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
      }).then((response) => response.arrayBuffer().then(() => response.ok));
      under.push(
        sending.then(
          (isSent) => {
            if (!isSent) failed += 1;
          },
          () => {
            failed += 1;
          },
        ),
      );
    }
    await sleep(5);
  }
  await Promise.all(under);
  return { sent, failed };
}

/** Sends messages for so many seconds. Resolves to how many were sent, once all have arrived. */
async function send(
  { server }: Correspondence,
  people: readonly Person[],
  arrivals: Arrivals,
  forSeconds: number,
): Promise<number> {
  const end = performance.now() + forSeconds * 1000;
  const { sent, failed } = await sendMessages(server, people, arrivals, {
    perSecond: arrivalsPerSecond,
    isOver: () => performance.now() > end,
  });
  for (const deadline = Date.now() + 10_000; arrivals.missing > 0 && Date.now() < deadline; ) await sleep(50);
  if (failed > 0 || arrivals.missing > 0)
    throw new Problem(`${failed} messages were not sent, and ${arrivals.missing} have not arrived.`);
  return sent;
}

/** An address for each person, so that limits hold as they do for strangers. */
const addressOf = (n: number) => `10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`;
