import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** What the ordinary client of a load test is given. */
export interface MeterData {
  port: number;
  token: string;
}

/** Latencies since the last call, in milliseconds; a failed request counts with the timeout. */
export interface Readings {
  healthz: number[];
  feed: number[];
}

const { port, token } = workerData as MeterData;

/** Milliseconds after which a request has failed. */
const longest = 10_000;

const agent = new Agent({ keepAlive: true });
let readings: Readings = { healthz: [], feed: [] };
const underWay = new Set<Promise<void>>();

/** Sends requests on time, whether or not the previous ones have responses: else a stall would count once. */
function ask(name: keyof Readings, path: string, headers: Record<string, string>) {
  const into = readings[name];
  const start = performance.now();
  const asked = new Promise<void>((resolve) => {
    const end = (isWell: boolean) => {
      into.push(isWell ? performance.now() - start : longest);
      resolve();
    };
    const request = get({ host: '127.0.0.1', port, path, agent, headers, timeout: longest }, (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode === 200)).once('error', () => end(false));
    });
    request.once('error', () => end(false)).once('timeout', () => request.destroy());
  });
  underWay.add(asked);
  void asked.then(() => underWay.delete(asked));
}

setInterval(() => ask('healthz', '/healthz', {}), 25);
setInterval(() => ask('feed', '/api/posts/feed?limit=10', { authorization: `Bearer ${token}` }), 100);

parentPort?.on('message', async () => {
  const taken = readings;
  readings = { healthz: [], feed: [] };
  // What is sent meanwhile belongs to the next readings.
  await Promise.all(underWay);
  parentPort?.postMessage(taken);
});
