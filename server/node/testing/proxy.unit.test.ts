import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Line } from './proxy.ts';

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
};

async function listen<S extends Server>(server: S): Promise<S> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A client of a line: what it received, and how its connection ended. */
class Caller {
  heard = '';
  ended: string | undefined;
  readonly socket: Socket;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => {
      this.heard += chunk.toString();
    });
    this.socket.on('end', () => {
      this.ended ??= 'closed';
    });
    this.socket.on('error', (error: Error & { code?: string }) => {
      this.ended ??= error.code ?? 'error';
    });
  }

  say(text: string): void {
    this.socket.write(text);
  }
}

describe('a line', () => {
  let echo: Server;
  let behind: Set<Socket>;
  let line: Line;
  let callers: Caller[];

  beforeEach(async () => {
    behind = new Set();
    echo = await listen(
      createServer((socket) => {
        behind.add(socket);
        socket.on('error', () => {}).on('close', () => behind.delete(socket));
        socket.pipe(socket);
      }),
    );
    line = await Line.open({ target: () => portOf(echo) });
    callers = [];
  });

  afterEach(async () => {
    for (const { socket } of callers) socket.destroy();
    await line.close();
    echo.close();
  });

  function call(): Caller {
    const caller = new Caller(line.port);
    callers.push(caller);
    return caller;
  }

  async function talking(): Promise<Caller> {
    const caller = call();
    caller.say('hello ');
    await vi.waitFor(() => expect(caller.heard).toBe('hello '));
    return caller;
  }

  test('passes data both ways', async () => {
    const [one, other] = [await talking(), await talking()];
    one.say('x'.repeat(1_000_000));
    await vi.waitFor(() => expect(one.heard).toHaveLength(1_000_006));
    expect(other.heard).toBe('hello ');
    expect(line.connections).toBe(2);
    one.socket.end();
    await vi.waitFor(() => expect([one.ended, line.connections, behind.size]).toEqual(['closed', 1, 1]));
  });

  test('drops: both sides get a close', async () => {
    const caller = await talking();
    expect(line.drop()).toBe(1);
    await vi.waitFor(() => expect([caller.ended, behind.size]).toEqual(['closed', 0]));
    await talking();
  });

  test('resets: both sides get a reset', async () => {
    const caller = await talking();
    expect(line.reset()).toBe(1);
    await vi.waitFor(() => expect([caller.ended, behind.size]).toEqual(['ECONNRESET', 0]));
    await talking();
  });

  test('freezes and goes on: nothing is lost, also of what was sent while it was frozen', async () => {
    const caller = await talking();
    expect(line.turn({ kind: 'frozen' })).toBe(1);
    caller.say('are you there? ');
    const late = call();
    late.say('me too');
    // Bytes that travel on this machine need less than the trip over another line.
    const other = await Line.open({ target: () => portOf(echo) });
    const control = new Caller(other.port);
    control.say('control');
    await vi.waitFor(() => expect(control.heard).toBe('control'));
    expect([caller.heard, late.heard]).toEqual(['hello ', '']);
    line.turn({ kind: 'clear' });
    await vi.waitFor(() => expect([caller.heard, late.heard]).toEqual(['hello are you there? ', 'me too']));
    expect(caller.ended).toBeUndefined();
    control.socket.destroy();
    await other.close();
  });

  test('becomes a black hole: connections stay open, and nothing ever comes back on them', async () => {
    const caller = await talking();
    expect(line.turn({ kind: 'black-hole' })).toBe(1);
    const during = call();
    await once(during.socket, 'connect');
    for (const each of [caller, during]) each.say('is anybody there?');
    await vi.waitFor(() => expect(behind.size).toBe(0));
    line.turn({ kind: 'clear' });
    await talking();
    for (const each of [caller, during]) each.say('and now?');
    await talking();
    expect([caller.heard, during.heard]).toEqual(['hello ', '']);
    expect([caller.ended, during.ended]).toEqual([undefined, undefined]);
    expect(line.connections).toBe(2);
  });

  test('rejects new connections and keeps those that there are', async () => {
    const caller = await talking();
    line.turn({ kind: 'refusing' });
    const refused = call();
    await vi.waitFor(() => expect(refused.ended).toBe('ECONNRESET'));
    caller.say('still here');
    await vi.waitFor(() => expect(caller.heard).toBe('hello still here'));
    line.turn({ kind: 'clear' });
    await talking();
  });

  test('is slow: bytes take their time, and all of them arrive in order', async () => {
    const caller = await talking();
    line.turn({ kind: 'slow', latency: 40, bytesPerSecond: 100_000 });
    const start = performance.now();
    caller.say('0123456789'.repeat(1_000));
    await vi.waitFor(() => expect(caller.heard).toBe(`hello ${'0123456789'.repeat(1_000)}`));
    // There and back: twice the latency, twice a tenth of a second for 10,000 bytes.
    expect(performance.now() - start).toBeGreaterThan(275);
  });

  test('tries another server where one rejects, and gives up where all do', async () => {
    const gone = await listen(createServer());
    const nowhere = portOf(gone);
    gone.close();
    await once(gone, 'close');
    const targets = [nowhere, portOf(echo)];
    const balanced = await Line.open({ target: () => targets.shift() ?? nowhere });
    const caller = new Caller(balanced.port);
    caller.say('hello');
    await vi.waitFor(() => expect(caller.heard).toBe('hello'));
    const unlucky = new Caller(balanced.port);
    await vi.waitFor(() => expect(unlucky.ended).toBe('ECONNRESET'));
    caller.socket.destroy();
    await balanced.close();
  });
});

describe('an ambush', () => {
  let server: HttpServer;
  let line: Line;
  let done: string[];

  beforeEach(async () => {
    done = [];
    server = await listen(
      createHttpServer((request, response) => {
        done.push(`${request.method} ${request.url}`);
        response.statusCode = request.url === '/refused' ? 409 : 200;
        response.end('a response '.repeat(10));
      }),
    );
    line = await Line.open({ target: () => portOf(server) });
  });

  afterEach(async () => {
    await line.close();
    server.close();
    server.closeAllConnections();
  });

  /** The status of a response that came whole, or `broken`. */
  const send = (method: string, path = '/') =>
    fetch(`http://127.0.0.1:${line.port}${path}`, { method })
      .then(async (response) => (await response.text()) && response.status)
      .catch(() => 'broken');

  test('on the request: the server never sees it', async () => {
    line.lieInWait('lose-request');
    expect(await send('POST')).toBe('broken');
    expect([done, line.caught]).toEqual([[], 1]);
    expect(await send('POST')).toBe(200);
  });

  test('on the response: the server has done it', async () => {
    line.lieInWait('lose-response');
    expect(await send('PUT')).toBe('broken');
    expect([done, line.caught]).toEqual([['PUT /'], 1]);
    expect(await send('PUT')).toBe(200);
  });

  test('in the middle of the response', async () => {
    line.lieInWait('cut-response');
    expect(await send('DELETE')).toBe('broken');
    expect([done, line.caught]).toEqual([['DELETE /'], 1]);
  });

  test('lets reads pass, and writes that were rejected, and catches the next that succeeds', async () => {
    line.lieInWait('lose-response');
    expect(await send('GET')).toBe(200);
    expect(await send('POST', '/refused')).toBe(409);
    expect(line.caught).toBe(0);
    expect(await send('POST')).toBe('broken');
    expect(line.caught).toBe(1);
  });

  test('is something else than weather without sockets, in which only upgrades break', async () => {
    line.turn({ kind: 'no-sockets' });
    const socket = new WebSocket(`ws://127.0.0.1:${line.port}`);
    const failed = new Promise((resolve) => socket.addEventListener('error', resolve));
    await failed;
    expect(done).toEqual([]);
    expect(await send('POST')).toBe(200);
    expect(done).toEqual(['POST /']);
  });

  test('that is given up catches nothing', async () => {
    line.lieInWait('lose-response');
    line.giveUpAmbush();
    expect(await send('POST')).toBe(200);
    expect(line.caught).toBe(0);
  });
});
