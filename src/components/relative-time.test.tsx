import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { learnServerClock } from '#src/lib/server-clock.ts';
import { RelativeTime } from './relative-time.tsx';

const hour = 60 * 60 * 1000;
const serverNow = Date.parse('2026-03-03T12:00:00Z');

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // A day behind.
  vi.useFakeTimers({ now: serverNow - 24 * hour });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is shown anew once the server’s clock is known, and as time passes', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const renders = vi.fn();
  function Shown() {
    renders();
    return <RelativeTime time={new Date(serverNow - hour)} />;
  }
  await act(async () => root.render(<Shown />));
  const text = () => document.querySelector('time > span')?.textContent;
  expect(text()).toBe('in 23 hours');

  const headers = new Headers({ date: new Date(serverNow).toUTCString(), 'cache-control': 'no-store' });
  await act(async () => learnServerClock({ headers }, Date.now()));
  // The header names the second in which it was written.
  expect(text()).toBe('1 hour ago');

  await act(async () => vi.advanceTimersByTime(hour));
  expect(text()).toBe('2 hours ago');
  expect(renders).toHaveBeenCalledTimes(1);
  await act(async () => root.unmount());
});
