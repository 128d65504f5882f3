import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram, isExecutable } from '../find-program.ts';
import { freePort } from '../free-port.ts';
import { openRedis } from '../ports/redis.ts';

/** The Redis or Valkey server of this machine: the one that `REDIS_SERVER_PATH` names, or that is in `PATH`. */
export const redisServerPath =
  [process.env['REDIS_SERVER_PATH'] ?? ''].find(isExecutable) ?? findProgram('redis-server', 'valkey-server');

/** What is reported where there is none. */
export const withoutRedis =
  'Skipped: tests of Redis need redis-server or valkey-server in PATH, or REDIS_SERVER_PATH.';

/** What comes behind the name of tests that need a server, so that a run shows why it leaves them out. */
export const redisNote = redisServerPath === undefined ? ` (${withoutRedis})` : '';

/** Milliseconds that a server may take to start. */
const startMs = 20_000;

export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>;

interface RedisServerOptions {
  /** A file with settings, which others come after. */
  file?: string;
  /** What stands before the host in its address, with an @ behind it. */
  login?: string;
  /** The scheme of its address. */
  scheme?: 'redis' | 'rediss';
}

/** Starts a Redis server on a port and in a folder of its own. `config` are further settings. */
export async function startRedisServer(
  config: Record<string, string> = {},
  { file, login = '', scheme = 'redis' }: RedisServerOptions = {},
) {
  if (redisServerPath === undefined) throw new Error(withoutRedis);
  const path = redisServerPath;
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-redis-'));
  const port = await freePort();
  const given = {
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    dir: folder,
    loglevel: 'warning',
    ...config,
  };
  const settings = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const url = `${scheme}://${login}127.0.0.1:${port}`;
  const listen = scheme === 'rediss' ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];
  let child = start();

  function start(): ChildProcess {
    return spawn(path, [...(file === undefined ? [] : [file]), ...listen, ...settings], { stdio: 'ignore' });
  }

  async function ready(): Promise<void> {
    for (const deadline = Date.now() + startMs; ; await sleep(50)) {
      try {
        const { close } = await openRedis({ url });
        return close();
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  await ready();
  return {
    url,
    port,
    /** The number of its process. */
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    /** Starts it again, empty. */
    async restart(): Promise<void> {
      await kill();
      child = start();
      await ready();
    },
    /** Makes it stand still: it accepts connections and says nothing. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async close(): Promise<void> {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
