import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const day = 24 * 60 * 60 * 1000;
const noon = Date.parse('2026-03-03T12:00:00Z');

/** The module as a tab loads it that starts now. */
async function openTab() {
  vi.resetModules();
  return import('./server-clock.ts');
}
type Clock = Awaited<ReturnType<typeof openTab>>;

const responseAt = (date: string | number, cacheControl = 'no-store') => ({
  headers: new Headers({
    date: typeof date === 'string' ? date : new Date(date).toUTCString(),
    'cache-control': cacheControl,
  }),
});

/** A response that the server wrote while the device's clock was wrong by `wrong`, after some milliseconds each way. */
function exchange(
  clock: Clock,
  { wrong, there, back }: { wrong: number; there: number; back: number },
): void {
  const sentAt = Date.now();
  vi.setSystemTime(sentAt + there);
  const response = responseAt(Date.now() - wrong);
  vi.setSystemTime(sentAt + there + back);
  clock.learnServerClock(response, sentAt);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe('now', () => {
  it('is the device’s clock until a response shows another time', async () => {
    const clock = await openTab();
    expect(clock.now().getTime()).toBe(noon);
  });

  it.each([
    ['a day behind', -day],
    ['a day ahead', day],
  ])('is the server’s clock where the device’s is %s', async (_, wrong) => {
    const clock = await openTab();
    exchange(clock, { wrong, there: 80, back: 120 });
    expect(Math.abs(clock.now().getTime() - (Date.now() - wrong))).toBeLessThanOrEqual(1200);
  });

  it('is off by no more than the round trip and the header’s precision, however slow the response', async () => {
    const slow = fc.integer({ min: 0, max: 30_000 });
    const wrong = fc.integer({ min: -400 * day, max: 400 * day });
    const clock = await openTab();
    fc.assert(
      fc.property(
        wrong,
        fc.array(fc.record({ there: slow, back: slow }), { minLength: 1 }),
        (wrong, trips) => {
          localStorage.clear();
          dispatchEvent(new StorageEvent('storage', { key: null }));
          for (const trip of trips) exchange(clock, { wrong, ...trip });
          const fastest = Math.min(...trips.map(({ there, back }) => there + back));
          expect(Math.abs(clock.now().getTime() - (Date.now() - wrong))).toBeLessThanOrEqual(fastest + 1000);
        },
      ),
    );
  });

  it('is not moved by responses that agree with it, however slow', async () => {
    const clock = await openTab();
    const kept = vi.spyOn(Storage.prototype, 'setItem');
    for (const back of [0, 400, 9_000]) exchange(clock, { wrong: 0, there: 100, back });
    expect(kept).not.toHaveBeenCalled();
    exchange(clock, { wrong: -day, there: 10, back: 10 });
    for (const back of [0, 400, 9_000]) exchange(clock, { wrong: -day, there: 100, back });
    expect(kept).toHaveBeenCalledTimes(1);
    kept.mockRestore();
  });

  it('follows a clock that is put right', async () => {
    const clock = await openTab();
    exchange(clock, { wrong: -day, there: 10, back: 10 });
    vi.setSystemTime(Date.now() + day);
    exchange(clock, { wrong: 0, there: 10, back: 10 });
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThanOrEqual(1020);
  });

  it.each([
    ['may be cached', responseAt(noon + day, 'public, max-age=3600')],
    ['has no date', { headers: new Headers({ 'cache-control': 'no-store' }) }],
    ['has a date that is none', responseAt('soon')],
  ])('learns nothing from a response that %s', async (_, response) => {
    const clock = await openTab();
    clock.learnServerClock(response, Date.now());
    expect(clock.now().getTime()).toBe(noon);
  });

  it('learns nothing where the clock was set back meanwhile', async () => {
    const clock = await openTab();
    clock.learnServerClock(responseAt(noon), noon + day);
    expect(clock.now().getTime()).toBe(noon);
  });

  it('is known after a reload and in other tabs', async () => {
    const [first, second] = [await openTab(), await openTab()];
    exchange(first, { wrong: -day, there: 0, back: 0 });
    dispatchEvent(new StorageEvent('storage', { key: 'gatherwell-clock' }));
    for (const clock of [first, second, await openTab()])
      expect(Math.abs(clock.now().getTime() - (Date.now() + day))).toBeLessThanOrEqual(1000);
  });

  it('is the device’s clock where storage is switched off or holds nonsense', async () => {
    localStorage.setItem('gatherwell-clock', 'yesterday');
    expect((await openTab()).now().getTime()).toBe(noon);
    const broken = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    expect((await openTab()).now().getTime()).toBe(noon);
    broken.mockRestore();
  });
});
