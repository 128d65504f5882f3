import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { Problem } from '../problem.ts';
import { EventStream, openAll } from './event-stream.ts';
import { inTurns, send } from './load.ts';
import type { Kind } from './mix-calls.ts';
import type { TownSite } from './stage.ts';

/** Connections to each process. */
export const connectionsOfEach = 16;

/** Of how many events somebody knows nothing yet who catches up, at least, and milliseconds that this may take. */
const missedEvents = 5;
const catchUpMs = 10_000;

/** Far from the number of people, and without a factor in common: neighbors do not call one after the other. */
const stride = 367;

/** Everybody in a town, each with a stream. They use one process or several, as behind a proxy. */
export interface Callers {
  /** How many streams there are. */
  streams: number;
  /** Has everybody use these processes from now on, each one of them, and moves the streams that are elsewhere. */
  use(servers: readonly string[]): Promise<void>;
  /** Closes all streams. */
  leave(): void;
  /**
   * Makes calls, as many at a time as the processes have connections, until that is over. Resolves to how many were made,
   * once all have an answer. Throws where one is not a success.
   */
  call(next: () => Kind, isOver: (begun: number) => boolean): Promise<number>;
  close(): void;
}

export async function gatherCallers(town: TownSite): Promise<Callers> {
  const { db, people } = town;
  const { epoch } = await db.selectFrom('event_epoch').select('epoch').executeTakeFirstOrThrow();
  const heads = await db.selectFrom('user_heads').select(['user_id', 'seq']).execute();
  const headOf = new Map(heads.map(({ user_id, seq }) => [user_id, seq]));
  const streams = people.map(
    (member, n) => new EventStream({ member, address: addressOf(n), epoch, seq: headOf.get(member.id) ?? 0 }),
  );
  const agent = new Agent({ keepAlive: true });
  const turns = new Map<Kind, number>();
  let servers: readonly string[] = [];
  let places: string[] = [];

  async function act(kind: Kind): Promise<void> {
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    const index = (turn * stride) % people.length;
    const person = people[index];
    const server = places[index];
    if (!person || server === undefined) throw new Problem('Nobody is there to call.');
    if (!kind.call) return catchUp(index, server);
    const round = Math.floor(turn / people.length);
    const { path, body, as = person } = kind.call({ town, person, index, turn, round });
    const status = await send(server + path, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${as.token}`,
        'accept-encoding': 'gzip, deflate, br, zstd',
        'x-forwarded-for': addressOf(index),
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': uuid() }),
      },
      body,
    });
    if (status !== 200) throw new Problem(`${kind.what}: ${path} answered ${status}.`);
  }

  /** Opens one more stream of somebody at an earlier event, as after an interruption, and waits for what came since. */
  async function catchUp(index: number, server: string): Promise<void> {
    const [member, stream] = [people[index], streams[index]];
    if (!member || !stream || stream.seq < missedEvents)
      throw new Problem('There is nothing to catch up on.');
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const another = new EventStream({
      member,
      address: addressOf(index),
      epoch,
      seq: stream.seq - missedEvents,
      onEvent: () => resolve(),
    });
    const waiting = new AbortController();
    const late = sleep(catchUpMs, undefined, { signal: waiting.signal }).then(() => {
      throw new Problem('A stream brought nothing.');
    });
    try {
      await Promise.race([another.open(server).then(() => arrived), late]);
    } finally {
      waiting.abort();
      another.terminate();
    }
  }

  function leave(): void {
    for (const stream of streams) stream.terminate();
    places = [];
  }

  return {
    streams: streams.length,
    async use(given) {
      servers = given;
      const before = places;
      places = people.map((_, n) => servers[n % servers.length] ?? '');
      await openAll(streams, async (stream, n) => {
        const server = places[n] ?? '';
        if (before[n] === server) return;
        stream.terminate();
        await stream.open(server);
      });
    },
    call: (next, isOver) => inTurns(connectionsOfEach * servers.length, isOver, () => act(next())),
    leave,
    close() {
      leave();
      agent.destroy();
    },
  };
}

/** An address for each person, so that limits hold as they do for strangers. */
const addressOf = (n: number) => `10.2.${Math.floor(n / 250)}.${(n % 250) + 1}`;
