import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import type { ShownMessage, ShownMessages } from '#src/local/collections/shown-messages.ts';
import type { MoreMessages } from './history.tsx';
import { pageSize, useOlder } from './use-older.ts';

const { render } = createTestRoot();
const client = new QueryClient();
const setLimit = vi.fn<(limit: number) => void>();
const pull = vi.fn<() => Promise<void>>();
let older: MoreMessages;

beforeEach(() => {
  setLimit.mockReset();
  pull.mockReset().mockResolvedValue();
});

/** Messages with these numbers, as another object each time: so screens get them whenever anything changes. */
const shown = (from: number, to: number): ShownMessages => ({
  items: Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index }) as ShownMessage),
  hasOlder: true,
  isFetched: true,
});

/** Looks for older messages whenever it is rendered, as the history does. */
function Looking({ messages, limit }: { messages: ShownMessages; limit: number }) {
  const own = useOlder(messages, limit, { setLimit, pull });
  useEffect(() => {
    older = own;
    if (!own.isLoading && !own.hasFailed) own.load();
  });
  return null;
}

const look = (messages: ShownMessages, limit = pageSize) =>
  act(async () =>
    render(
      <QueryClientProvider client={client}>
        <Looking messages={messages} limit={limit} />
      </QueryClientProvider>,
    ),
  );

it('fetches what is before the oldest message once, however often the screen is rendered', async () => {
  await look(shown(100, 100));
  await look(shown(100, 100));
  await look(shown(100, 101));
  expect(pull).toHaveBeenCalledOnce();
  expect(setLimit).not.toHaveBeenCalled();
});

it('fetches on once older messages have come', async () => {
  await look(shown(100, 100));
  await look(shown(80, 100));
  expect(pull).toHaveBeenCalledTimes(2);
});

it('reads one page more from the device before it fetches, and no further than that until it is shown', async () => {
  await look(shown(51, 100));
  await look(shown(51, 100));
  expect(setLimit.mock.calls).toEqual([[2 * pageSize], [2 * pageSize]]);
  expect(pull).not.toHaveBeenCalled();
});

it('fetches again when asked to after it failed', async () => {
  pull.mockRejectedValueOnce(new Error('offline'));
  await look(shown(100, 100));
  await act(() => vi.waitFor(() => expect(older.hasFailed).toBe(true)));
  await act(async () => older.load());
  expect(pull).toHaveBeenCalledTimes(2);
  await act(() => vi.waitFor(() => expect(older.hasFailed).toBe(false)));
});
