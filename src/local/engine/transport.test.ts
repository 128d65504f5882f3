import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeadSocket } from '../testing/dead-socket.ts';

/** One that opens. */
class SilentSocket extends DeadSocket {
  static all: SilentSocket[] = [];

  constructor() {
    super();
    SilentSocket.all.push(this);
    setTimeout(() => this.open());
  }
}

let leave = () => {};
let started = () => {};

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
  started = transport.started;
  started();
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

  it('takes no earlier end for that of a connection that breaks, which a browser reports as an error first', async () => {
    await connect();
    dispatchEvent(new Event('online'));
    await opened(1_900 + 900);
    expect(SilentSocket.all.length).toBe(2);
    started();
    SilentSocket.all[1]?.dispatchEvent(new Event('error'));
    expect(await opened(3_900)).toBe(2);
    expect(await opened(200)).toBe(3);
  });

  it('comes back within a second where it gave the connection up itself', async () => {
    await connect();
    dispatchEvent(new Event('online'));
    expect(await opened(1_900 + 700)).toBe(1);
    expect(await opened(200)).toBe(2);
  });
});
