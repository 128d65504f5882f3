import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { keptRange } from '#src/local/collections/calendar.ts';
import { forgetRows } from '#src/local/engine/database.ts';
import type { LocalDatabase } from '#src/local/engine/types.ts';
import { openTestDatabase } from '#src/local/testing/databases.ts';
import { alice } from '#src/local/testing/people.ts';
import { useCalendar } from './use-calendar.ts';

const current = vi.hoisted((): { db: LocalDatabase | undefined; fetched: number } => ({
  db: undefined,
  fetched: 0,
}));
vi.mock('#src/local/engine/current-database.ts', () => ({ localDatabase: () => current.db }));
vi.mock('#src/app/session.ts', () => ({ useUser: () => alice }));
vi.mock('#src/app/api.ts', () => ({
  api: {
    calendar: {
      ofUser: {
        query: async () => {
          current.fetched += 1;
          await new Promise((resolve) => setTimeout(resolve, 200));
          return { items: [], cursor: null };
        },
      },
    },
  },
}));

// It reads what it has before the response comes, and what was written then only after the request has succeeded.
vi.mock('#src/local/collections/read-calendar.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#src/local/collections/read-calendar.ts')>();
  return {
    ...original,
    readCalendar: async (...args: Parameters<typeof original.readCalendar>) => {
      const kept = await original.readCalendar(...args);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return kept;
    },
  };
});

function Calendar() {
  const { entries, isFetching } = useCalendar(alice._id, keptRange());
  return isFetching ? 'fetching' : `${entries?.length ?? 'no'} entries`;
}

const { render } = createTestRoot();
beforeEach(() => {
  current.db = openTestDatabase();
  current.fetched = 0;
});

/** Resolves to how often the calendar has been fetched, once that is so often and all that follows from it is over. */
async function fetchesAfter(times: number): Promise<number> {
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(current.fetched).toBeGreaterThanOrEqual(times);
  });
  // Longer than a response and a read take one after the other.
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  return current.fetched;
}

describe('useCalendar', () => {
  it('fetches what the device lacks once, and again after the device lost it', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    await render(
      <QueryClientProvider client={client}>
        <Calendar />
      </QueryClientProvider>,
    );
    expect(await fetchesAfter(1)).toBe(1);
    expect(document.body.textContent).toBe('0 entries');
    if (current.db) await forgetRows(current.db);
    expect(await fetchesAfter(2)).toBe(2);
    expect(document.body.textContent).toBe('0 entries');
  });
});
