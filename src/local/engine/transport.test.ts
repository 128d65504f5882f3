import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A connection that opens and sends nothing. */
class SilentSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: SilentSocket[] = [];
  readyState: number = SilentSocket.CONNECTING;

  constructor() {
    super();
    SilentSocket.all.push(this);
    setTimeout(() => {
      this.readyState = SilentSocket.OPEN;
      this.dispatchEvent(new Event('open'));
    });
  }
  send() {}
  close() {
    this.readyState = SilentSocket.CLOSING;
  }
}

let leave = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.spyOn(Math, 'random').mockReturnValue(0.8);
  vi.resetModules();
  SilentSocket.all = [];
});
afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Resolves to the first socket of a transport on which a subscription has begun. */
async function connect(): Promise<SilentSocket | undefined> {
  const { socketTransport } = await import('./transport.ts');
  const leaving = new AbortController();
  const transport = socketTransport(leaving.signal, () => {});
  leave = () => {
    leaving.abort();
    transport.close();
  };
  await vi.advanceTimersByTimeAsync(10);
  transport.started();
  return SilentSocket.all[0];
}

const opened = async (milliseconds: number) => {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return SilentSocket.all.length;
};

describe('socketTransport', () => {
  it('comes back within five seconds to a server that ended the connection', async () => {
    const socket = await connect();
    socket?.dispatchEvent(new CloseEvent('close', { code: 1006 }));
    expect(await opened(3_900)).toBe(1);
    expect(await opened(200)).toBe(2);
  });

  it('comes back within a second where it gave the connection up itself', async () => {
    await connect();
    dispatchEvent(new Event('online'));
    expect(await opened(1_900 + 700)).toBe(1);
    expect(await opened(200)).toBe(2);
  });
});
