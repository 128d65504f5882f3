import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeadSocket } from '../testing/dead-socket.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', DeadSocket);
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function connect() {
  const { TimeoutWebSocket } = await import('./timeout-web-socket.ts');
  const socket = new TimeoutWebSocket('ws://localhost/') as unknown as DeadSocket;
  const heard: string[] = [];
  for (const type of ['error', 'close']) socket.addEventListener(type, () => heard.push(type));
  return { socket, heard };
}

describe('TimeoutWebSocket', () => {
  it('fails where it does not open in time', async () => {
    const { heard } = await connect();
    await vi.advanceTimersByTimeAsync(7_900);
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(heard).toEqual(['error', 'close']);
  });

  it('stays open where it opened in time', async () => {
    const { socket, heard } = await connect();
    socket.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toEqual([]);
    expect(socket.sent).toEqual([]);
  });

  it('drops what is sent once it is closing', async () => {
    const { socket } = await connect();
    socket.open();
    socket.send('before');
    socket.close();
    socket.send('after');
    expect(socket.sent).toEqual(['before']);
  });

  it('is closed at once, and only once', async () => {
    const { socket, heard } = await connect();
    socket.open();
    socket.close();
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual(['close']);
    socket.dispatchEvent(new CloseEvent('close'));
    expect(heard).toEqual(['close']);
  });

  it('is closed once where the other side closed it, too', async () => {
    const { socket, heard } = await connect();
    socket.open();
    socket.dispatchEvent(new CloseEvent('close'));
    socket.close();
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual(['close']);
  });

  it.each([
    ['the device is online again', () => dispatchEvent(new Event('online'))],
    ['the page is in view again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('is asked for a sign of life when %s', async (_when, happen) => {
    const { socket, heard } = await connect();
    socket.open();
    happen();
    expect(socket.sent).toEqual(['PING']);
    await vi.advanceTimersByTimeAsync(1_800);
    socket.dispatchEvent(new MessageEvent('message', { data: 'PONG' }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toEqual([]);
    happen();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heard).toEqual(['close']);
  });
});
