import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { LogPort } from '#server/ports.ts';
import { Problem } from './problem.ts';
import type { Settings } from './settings.ts';

type Address = Pick<Settings, 'host' | 'port'>;

/**
 * Connections that may wait to be accepted. Node's own default is 511: when ten thousand browsers come back at once,
 * the kernel drops the others, and each waits 1, 3, 7, 15 … seconds before it retries. The kernel takes the smaller
 * of this and `net.core.somaxconn`.
 */
const backlog = 16_384;

/**
 * Listening sockets of one process. Node accepts one connection of each in a turn of the event loop, so that a busy
 * loop accepts slowly, and who comes among thousands waits behind all of them; and each has a queue of its own, which
 * the kernel bounds.
 */
const listeners = 32;

/** Systems on which several sockets can share an address and the kernel spreads connections over them. */
const canShareAddress = process.platform === 'linux';

/** What listens for a server. */
export interface Listening {
  /** Accepts nothing more; resolves when every connection that was accepted is closed. */
  close(): Promise<void>;
}

/** Throws `Problem` where the address cannot be had. Called before anything else is begun. */
export async function checkPort(address: Address): Promise<void> {
  const probe = createServer();
  await listenOn(probe, address);
  await close(probe);
}

/** Makes an HTTP server listen, ready for many who come at once. Throws `Problem` where the address cannot be had. */
export async function listen(server: HttpServer, address: Address, log: LogPort): Promise<Listening> {
  const options = { backlog, reusePort: canShareAddress };
  await listenOn(server, address, options);
  const helpers: Server[] = [];
  const closeAll = async () => void (await Promise.all([server, ...helpers].map(close)));
  try {
    for (let count = 1; canShareAddress && count < listeners; count++) {
      // As those of `node:http` are made.
      const helper = createServer({ allowHalfOpen: true, noDelay: true });
      helper.on('connection', (connection) => server.emit('connection', connection));
      await listenOn(helper, address, options);
      helpers.push(helper);
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  const longest = await longestQueue();
  if (longest < 4_096)
    log.warn(
      { somaxconn: longest },
      'the kernel keeps listen queues short; raise net.core.somaxconn for many connections at once',
    );
  return { close: closeAll };
}

/**
 * Makes a server listen. Throws `Problem` where the address cannot be had.
 *
 * @param setting the setting that the port is from
 */
export async function listenOn(
  server: Server,
  { host, port }: Address,
  { setting = 'PORT', ...options }: Pick<ListenOptions, 'backlog' | 'reusePort'> & { setting?: string } = {},
): Promise<void> {
  server.listen({ host, port, ...options });
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is in use. Stop what listens there, or set ${setting} to another one.`,
      EACCES: `Port ${port} needs rights that this account does not have. Set ${setting} to one above 1023.`,
    };
    throw new Problem(reasons[code] ?? `HOST ${host} is no address of this machine (${code}).`);
  }
}

/** Resolves when a server has closed, and all its connections. */
export const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** The longest listen queue that the kernel allows; infinite where it does not report it. */
async function longestQueue(): Promise<number> {
  const text = await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => 'Infinity');
  return Number(text);
}
