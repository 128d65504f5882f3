import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SonnerToaster } from './sonner-toaster.tsx';
import { toast } from './toast.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  vi.useFakeTimers();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Passes time, and lets what it caused be rendered. */
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

const shown = () => [...document.querySelectorAll('li p')].map(({ textContent }) => textContent);

it('replaces a toast of the same id, also one that is on its way out', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<SonnerToaster />));
  toast.success('Basic information saved.', { id: 'saved' });
  await pass(1_000);
  expect(shown()).toEqual(['Basic information saved.']);

  // Its five seconds are over, and it fades.
  await pass(4_100);
  toast.success('Service information saved.', { id: 'saved' });
  await pass(1_000);
  expect(shown()).toEqual(['Service information saved.']);

  toast.success('Internal links saved.', { id: 'saved' });
  await pass(4_500);
  expect(shown()).toEqual(['Internal links saved.']);
  await pass(1_500);
  expect(shown()).toEqual([]);
  await act(async () => root.unmount());
});
