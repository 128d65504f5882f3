import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveBackMemory, giveBackMemoryOnceIdle } from './give-back-memory.ts';

describe('memory that a start leaves behind', () => {
  const giveBack = vi.fn();
  let callOff: () => void;

  beforeEach(() => {
    giveBack.mockClear();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    callOff = giveBackMemoryOnceIdle(giveBack);
  });

  afterEach(() => {
    callOff();
    vi.useRealTimers();
  });

  const work = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  };
  const tenSecondsAreOver = () => vi.advanceTimersByTime(10_000);

  it('is given back once there is little to do, and once only', async () => {
    work(100);
    tenSecondsAreOver();
    expect(giveBack).not.toHaveBeenCalled();
    // Other tests' processes may keep this one from being idle for a while.
    for (let looks = 0; looks < 20 && giveBack.mock.calls.length === 0; looks++) {
      await sleep(300);
      tenSecondsAreOver();
    }
    expect(giveBack).toHaveBeenCalledOnce();
    await sleep(300);
    tenSecondsAreOver();
    expect(giveBack).toHaveBeenCalledOnce();
  });

  it('is not looked at any more where the server has stopped', async () => {
    callOff();
    await sleep(300);
    tenSecondsAreOver();
    expect(giveBack).not.toHaveBeenCalled();
  });

  it('is collected whole', async () => {
    const left = new WeakRef(Array.from({ length: 1000 }, () => ({})));
    // What a reference was just made to is kept until the turn is over.
    await sleep(1);
    giveBackMemory();
    expect(left.deref()).toBeUndefined();
  });
});
