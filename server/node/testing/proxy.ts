import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a line does to everything that travels over it, until it is changed. */
export type Weather =
  | { kind: 'clear' }
  /** Bytes stop where they are, in both directions, and go on later. */
  | { kind: 'frozen' }
  /** Connections stay open and nothing comes back: not now, and on these connections never again. */
  | { kind: 'black-hole' }
  /** New connections are reset. */
  | { kind: 'refusing' }
  /** Everything passes but upgrades to sockets, which are reset: some offices and hotels know no sockets. */
  | { kind: 'no-sockets' }
  /** Each chunk takes `latency` milliseconds, and as long as its bytes need. */
  | { kind: 'slow'; latency: number; bytesPerSecond: number };

/** What happens once, to the next write over HTTP that a line carries. */
export type Ambush =
  /** The server never sees the request, the client sees a reset. */
  | 'lose-request'
  /** The server handles the request, and the client sees a reset instead of the response. */
  | 'lose-response'
  /** The response breaks off in the middle. */
  | 'cut-response';

export interface LineOptions {
  /** The port on this machine that the next connection goes to. Called again where that port rejects. */
  target: () => number;
  /** How often another target is tried before a connection is given up. */
  attempts?: number;
  /** The port to listen on; a free one unless given. */
  port?: number;
  /** The address of this machine that connections seem to come from. */
  from?: string;
}

/** A TCP proxy to one client's server, and everything that can go wrong on the way. */
export class Line {
  /** How many ambushes have caught something. */
  caught = 0;
  /** How many connections were ever opened. */
  opened = 0;
  readonly #options: Required<LineOptions>;
  readonly #server: Server;
  readonly #calls = new Set<Call>();
  #weather: Weather = { kind: 'clear' };
  #change = Promise.withResolvers<void>();
  #ambush: Ambush | undefined;

  private constructor(options: LineOptions) {
    this.#options = { attempts: 4, port: 0, from: '127.0.0.1', ...options };
    this.#server = createServer({ allowHalfOpen: true }, (client) => void this.#accept(client));
  }

  /** Opens a line on a free port of this machine. */
  static async open(options: LineOptions): Promise<Line> {
    const line = new Line(options);
    line.#server.listen(line.#options.port, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The line is closed.');
    return address.port;
  }

  /** How many connections are open that still carry something. */
  get connections(): number {
    return [...this.#calls].filter((call) => !call.isDead).length;
  }

  get weather(): Weather {
    return this.#weather;
  }

  /** Changes the weather, for connections that are open as well. Returns how many those are. */
  turn(weather: Weather): number {
    this.#weather = weather;
    this.#change.resolve();
    this.#change = Promise.withResolvers();
    const touched = this.connections;
    if (weather.kind === 'black-hole') for (const call of this.#calls) call.die();
    return touched;
  }

  /** Closes every connection properly, as a proxy that restarts does. Returns how many there were. */
  drop(): number {
    return this.#endAll((call) => call.close());
  }

  /** Resets every connection, as a lost route does. Returns how many there were. */
  reset(): number {
    return this.#endAll((call) => call.reset());
  }

  /** Lies in wait for the next write; a second ambush takes the place of the first. */
  lieInWait(ambush: Ambush): void {
    this.#ambush = ambush;
  }

  /** Lets the next write pass, too. */
  giveUpAmbush(): void {
    this.#ambush = undefined;
  }

  async close(): Promise<void> {
    this.turn({ kind: 'clear' });
    this.reset();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #endAll(end: (call: Call) => void): number {
    const calls = [...this.#calls];
    for (const call of calls) end(call);
    return calls.filter((call) => !call.isDead).length;
  }

  async #accept(client: Socket): Promise<void> {
    this.opened++;
    client.on('error', () => client.destroy());
    if (this.#weather.kind === 'refusing') return void client.resetAndDestroy();
    const call = new Call(client);
    this.#calls.add(call);
    client.once('close', () => {
      this.#calls.delete(call);
      call.reset();
    });
    if (this.#weather.kind === 'black-hole') return call.die();
    const server = await this.#reach();
    if (!server) return call.reset();
    if (!call.connect(server)) return;
    await Promise.all([this.#carry(call, 'up'), this.#carry(call, 'down')]);
  }

  async #reach(): Promise<Socket | undefined> {
    for (let attempt = 0; attempt < this.#options.attempts; attempt++) {
      const server = connect({
        port: this.#options.target(),
        host: '127.0.0.1',
        localAddress: this.#options.from,
        allowHalfOpen: true,
      });
      const outcome = await new Promise((resolve) =>
        server.once('connect', () => resolve('open')).once('error', resolve),
      );
      if (outcome === 'open') return server;
      await sleep(20);
    }
    return undefined;
  }

  /** Carries chunks one at a time, so that what waits holds back what follows. */
  async #carry(call: Call, direction: 'up' | 'down'): Promise<void> {
    const [from, to] = direction === 'up' ? [call.client, call.server] : [call.server, call.client];
    if (!from || !to) return;
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        await this.#passage(chunk.length);
        if (call.isDead) continue;
        const passed = direction === 'up' ? this.#inspectUp(call, chunk) : this.#inspectDown(call, chunk);
        if (!passed) return;
        if (!to.write(passed)) await once(to, 'drain');
      }
      if (!call.isDead) to.end();
    } catch {
      // Broken on one side: the other side hears of it.
      if (!call.isDead) call.reset();
    }
  }

  async #passage(bytes: number): Promise<void> {
    if (this.#weather.kind === 'slow')
      await sleep(this.#weather.latency + (1000 * bytes) / this.#weather.bytesPerSecond);
    while (this.#weather.kind === 'frozen') await this.#change.promise;
  }

  #inspectUp(call: Call, chunk: Buffer): Buffer | undefined {
    if (this.#weather.kind === 'no-sockets' && /^upgrade: websocket\r$/im.test(chunk.toString('latin1'))) {
      call.reset();
      return undefined;
    }
    if (!this.#ambush || !/^(?:POST|PUT|DELETE) /.test(chunk.toString('latin1', 0, 8))) return chunk;
    if (this.#ambush === 'lose-request') {
      this.#spring(call);
      return undefined;
    }
    call.ambush = this.#ambush;
    this.#ambush = undefined;
    return chunk;
  }

  #inspectDown(call: Call, chunk: Buffer): Buffer | undefined {
    const { ambush } = call;
    call.ambush = undefined;
    if (!ambush) return chunk;
    // A write that was rejected committed nothing: wait for one that did.
    if (!chunk.toString('latin1', 0, 16).startsWith('HTTP/1.1 200')) {
      this.#ambush ??= ambush;
      return chunk;
    }
    if (ambush === 'cut-response') call.client.write(chunk.subarray(0, chunk.length / 2));
    this.#spring(call);
    return undefined;
  }

  #spring(call: Call) {
    this.#ambush = undefined;
    this.caught++;
    if (call.client.writableLength > 0) call.client.once('drain', () => call.reset());
    else call.reset();
  }
}

/** One connection of the client, and the one behind it. */
class Call {
  /** Nothing comes through any more, and the client was not notified. */
  isDead = false;
  isClosing = false;
  ambush: Ambush | undefined;
  server: Socket | undefined;
  readonly client: Socket;

  constructor(client: Socket) {
    this.client = client;
  }

  /** Takes the connection to the server; false where the client has gone, or gone silent, meanwhile. */
  connect(server: Socket): boolean {
    server.on('error', () => this.reset());
    if (this.client.destroyed || this.isDead) {
      server.destroy();
      return false;
    }
    this.server = server;
    return true;
  }

  die(): void {
    this.isDead = true;
    this.server?.resetAndDestroy();
    // What the client still sends is dropped.
    this.client.resume();
  }

  close(): void {
    // What a silent side has not taken yet may keep it open until later.
    if (this.isClosing) return;
    this.isClosing = true;
    this.client.destroySoon();
    this.server?.destroySoon();
  }

  reset(): void {
    if (!this.client.destroyed) this.client.resetAndDestroy();
    if (this.server && !this.server.destroyed) this.server.resetAndDestroy();
  }
}
