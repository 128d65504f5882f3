import { Agent, type RequestOptions, request as sendRequest } from 'node:http';
import autocannon from 'autocannon';
import { Problem } from '../problem.ts';

/** One of several programs that are asked for the same thing. */
export interface Contender {
  url: string;
  /** What connection number `n` asks for, over and over. */
  requests(n: number): autocannon.Request[];
}

export interface RaceOptions {
  /** How often each has its turn. */
  rounds: number;
  /** How long a turn is. */
  seconds?: number;
  /** How many requests a turn has, instead. */
  requests?: number;
  connections?: number;
}

/**
 * Loads several programs in turns, A B A B …, so that other work of the machine affects all of them. Returns the
 * requests per second of each turn. Throws where a response was not a success.
 */
export async function race<Name extends string>(
  contenders: Record<Name, Contender>,
  { rounds, seconds = 3, requests, connections = 32 }: RaceOptions,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const take = (name: Name, duration: number) =>
    (requests
      ? askFor(contenders[name], requests, connections)
      : ask(contenders[name], duration, connections)
    ).catch((error: unknown) => {
      throw error instanceof Problem ? new Problem(`${name}: ${error.message}`) : error;
    });
  // Statements are prepared and code is compiled before anything counts.
  for (const name of names) await take(name, 2);
  for (let round = 0; round < rounds; round++)
    for (const name of names) rates[name].push(await take(name, seconds));
  return rates;
}

async function ask({ url, requests }: Contender, duration: number, connections: number): Promise<number> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    duration,
    setupClient: (client) => client.setRequests(requests(connection++)),
  });
  // Timeouts are among the errors.
  const { '2xx': answered, non2xx, errors, timeouts } = result;
  if (non2xx + errors > 0 || answered === 0)
    throw new Problem(
      `${url} answered ${answered} times, ${non2xx} times with an error, and ${errors} times not at all (${timeouts} timeouts).`,
    );
  return answered / result.duration;
}

/**
 * Does one thing after the other, so many at a time, until it is over. Resolves to how many were done, once all are.
 */
export async function inTurns(
  connections: number,
  isOver: (begun: number) => boolean,
  act: (turn: number) => Promise<void>,
): Promise<number> {
  let begun = 0;
  const connection = async () => {
    while (!isOver(begun)) await act(begun++);
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return begun;
}

/** Returns what ends calls after so many seconds, or so many of them. */
export function overAfter(seconds: number, most = Number.POSITIVE_INFINITY): (begun: number) => boolean {
  const end = performance.now() + seconds * 1000;
  return (begun) => begun >= most || performance.now() > end;
}

/** Sends so many requests, which takes less than the second that the load generator counts in. */
async function askFor({ url, requests }: Contender, count: number, connections: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const [request] = requests(0);
  const began = performance.now();
  try {
    await inTurns(
      connections,
      (begun) => begun >= count,
      async () => {
        const status = await send(url + (request?.path ?? ''), { agent, headers: request?.headers ?? {} });
        if (status !== 200) throw new Problem(`${url} answered ${status}.`);
      },
    );
    return count / ((performance.now() - began) / 1000);
  } finally {
    agent.destroy();
  }
}

/** Sends a request, and resolves to its status once the response has ended. */
export const send = (
  url: string,
  { body, ...options }: RequestOptions & { body?: string | undefined },
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = sendRequest(url, options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The middle one of the quotients of turns that followed one another. */
export const ratio = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)));
