import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';
import { checkPort, listen } from './listen.ts';

const host = '127.0.0.1';
const opened: Disposable[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each[Symbol.dispose]();
});

const silent = { info: () => {}, warn: () => {}, error: () => {} };

describe('listen', () => {
  it('holds 2,000 connections at once while the event loop is busy', async () => {
    const port = await freePort();
    // It listens, reports that, and does nothing more until it is killed.
    const script = `
      import { createServer } from 'node:http';
      import { writeSync } from 'node:fs';
      import { listen } from ${JSON.stringify(join(import.meta.dirname, 'listen.ts'))};
      const log = { info() {}, warn() {}, error() {} };
      await listen(createServer(), { host: '${host}', port: ${port} }, log);
      writeSync(1, 'listening');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    opened.push({ [Symbol.dispose]: () => void child.kill('SIGKILL') });
    if (child.stdout) await once(child.stdout, 'data');
    const sockets = Array.from({ length: 2_000 }, (): Socket => connect(port, host));
    opened.push({ [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) });
    // A connection that finds the queue full is dropped, and does not get through for as long as none is accepted.
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    expect(sockets.every(({ readyState }) => readyState === 'open')).toBe(true);
  });

  it('responds on every connection, and lets the address go when it is closed', async () => {
    const port = await freePort();
    const server = createServer((_, response) => response.end('here'));
    const listening = await listen(server, { host, port }, silent);
    const responses = await Promise.all(
      Array.from({ length: 64 }, () =>
        fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } }).then((response) =>
          response.text(),
        ),
      ),
    );
    expect(new Set(responses)).toEqual(new Set(['here']));
    await expect(checkPort({ host, port })).rejects.toThrow(`Port ${port} is in use.`);
    await listening.close();
    await checkPort({ host, port });
  });

  it('waits in closing for a request that is under way, whichever socket took it in', async () => {
    const port = await freePort();
    const arrived = Promise.withResolvers<void>();
    const waiting: (() => void)[] = [];
    const server = createServer((_, response) => {
      waiting.push(() => response.end('done'));
      if (waiting.length === 32) arrived.resolve();
    });
    const listening = await listen(server, { host, port }, silent);
    const responses = Promise.all(
      Array.from({ length: 32 }, () =>
        fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } }).then((response) =>
          response.text(),
        ),
      ),
    );
    await arrived.promise;
    let isClosed = false;
    const closed = listening.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    for (const finish of waiting) finish();
    expect(new Set(await responses)).toEqual(new Set(['done']));
    await closed;
  });

  it('leaves nothing open where the address is taken', async () => {
    const port = await freePort();
    const other = createServer();
    other.listen(port, host);
    await once(other, 'listening');
    opened.push({ [Symbol.dispose]: () => void other.close() });
    const server = createServer();
    await expect(listen(server, { host, port }, silent)).rejects.toThrow(`Port ${port} is in use.`);
    expect(server.listening).toBe(false);
  });
});
