import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserEvent } from '#server/events/events.schema.ts';
import { session } from '#src/app/session.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import { collections } from '../collections/index.ts';
import { logged } from '../testing/events.ts';
import { alice, bob } from '../testing/people.ts';
import { conversationView } from '../testing/views.ts';
import { arrivingEvents, useArrivingEvents } from './arriving-events.ts';

const added: UserEvent = { type: 'message-added', payload: { conversation: conversationView(1) } };
const counted: UserEvent = { type: 'message-count', payload: { onlyNew: 1 } };
const device = { userId: alice._id, collections };

const { render } = createTestRoot();
const Shown = () =>
  useArrivingEvents()
    .map(({ type }) => type)
    .join();
const shown = () => document.body.textContent;

beforeEach(async () => {
  vi.useFakeTimers();
  session.begin(alice);
  await render(<Shown />);
});
afterEach(() => {
  act(() => session.end());
  vi.useRealTimers();
});

/** Lets events arrive; returns how to say that they are stored. */
function arrive(...events: UserEvent[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  act(() => arrivingEvents.add(device, logged(events), promise));
  return { store: resolve, fail: reject };
}

it('shows what is shown early until a moment after it is stored, and nothing else', async () => {
  const { store } = arrive(counted, added);
  expect(shown()).toBe('message-added');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(shown()).toBe('message-added');
  store();
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(shown()).toBe('message-added');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(shown()).toBe('');
});

it('shows it no more where it cannot be stored, and where another user signs in', async () => {
  const { fail } = arrive(added);
  await act(async () => fail(new Error('The device is full.')));
  expect(shown()).toBe('');
  arrive(added);
  expect(shown()).toBe('message-added');
  await act(async () => session.begin(bob));
  expect(shown()).toBe('');
});

it('shows what another tab of the user receives, and of nobody else', async () => {
  vi.useRealTimers();
  const otherTab = new BroadcastChannel('gatherwell-arriving');
  otherTab.postMessage({ userId: bob._id, events: logged([added]) });
  otherTab.postMessage({ userId: alice._id, events: logged([added]) });
  await act(() => vi.waitFor(() => expect(shown()).toBe('message-added')));
  otherTab.close();
});
