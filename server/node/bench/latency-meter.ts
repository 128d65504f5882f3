/*
 * A thread that sends a cheap request at an even pace, whether or not the ones before have a response: else a stall would
 * count once. Each message from its parent is answered with the latencies since the last one.
 */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** What the thread is given. */
export interface MeterOptions {
  /** What it asks for. */
  url: string;
  /** Of whom, in turn. */
  tokens: string[];
  /** Milliseconds between two requests, and those after which one has failed. */
  everyMs: number;
  longestMs: number;
}

const { url, tokens, everyMs, longestMs } = workerData as MeterOptions;
const agent = new Agent({ keepAlive: true });
const underWay = new Set<Promise<void>>();
let latencies: number[] = [];
let turn = 0;

function ask(into: number[]): Promise<void> {
  const start = performance.now();
  const headers = { authorization: `Bearer ${tokens[turn++ % tokens.length]}` };
  return new Promise((resolve) => {
    const end = (isWell: boolean) => {
      into.push(isWell ? performance.now() - start : longestMs);
      resolve();
    };
    const request = get(url, { agent, headers, timeout: longestMs }, (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode === 200)).once('error', () => end(false));
    });
    request.once('error', () => end(false)).once('timeout', () => request.destroy());
  });
}

setInterval(() => {
  const asked = ask(latencies);
  underWay.add(asked);
  void asked.then(() => underWay.delete(asked));
}, everyMs);

parentPort?.on('message', async () => {
  const taken = latencies;
  latencies = [];
  // What is sent meanwhile belongs to the next ones.
  await Promise.all(underWay);
  parentPort?.postMessage(taken);
});
