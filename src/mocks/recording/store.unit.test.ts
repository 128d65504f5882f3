// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { tapeStore } from './store.ts';

test('what is kept is there at once, and shown after the event of the act', async () => {
  let shown = 0;
  const unsubscribe = tapeStore.subscribe(() => {
    shown += 1;
  });
  const tape = { id: 'one', isRecording: true, recordedAt: '2026-11-27T12:00:00.000Z', acts: [] };
  tapeStore.set(tape);
  tapeStore.set({ ...tape, acts: [{ kind: 'open', path: '/' }] });
  expect(tapeStore.get()?.acts).toHaveLength(1);
  expect(JSON.parse(sessionStorage.getItem('gatherwell.recording') ?? '{}')).toEqual(tapeStore.get());
  // Microtasks run between the listeners of one event.
  await Promise.resolve();
  expect(shown).toBe(0);
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown).toBe(1);
  unsubscribe();
});
