import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { defineSavedViews } from './saved-views.ts';
import { defineFact } from './store.ts';
import type { LocalDatabase } from './types.ts';
import { useSavedView } from './use-saved-view.ts';

const current = vi.hoisted((): { db: LocalDatabase | undefined } => ({ db: undefined }));
vi.mock('./current-database.ts', () => ({ localDatabase: () => current.db }));
vi.mock('#src/app/session.ts', () => ({ useUser: () => ({ _id: 'larkfield' }) }));
vi.mock('#src/app/api.ts', () => ({ api: {} }));

const lists = defineSavedViews<string>('lists', 5);
const changedAt = defineFact<number>('listsAt');
const load = vi.fn<(key: string) => Promise<string>>();

function List({ of: key }: { of: string }) {
  const { view, hasFailed } = useSavedView(lists, key, () => load(key), changedAt);
  return `${view ?? 'nothing'}${hasFailed ? ', not refreshed' : ''}`;
}

const { render } = createTestRoot();
let client: QueryClient;
beforeEach(() => {
  current.db = openTestDatabase();
  load.mockReset();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
const show = (key: string) =>
  render(
    <QueryClientProvider client={client}>
      <List of={key} />
    </QueryClientProvider>,
  );
/** Resolves once this is shown. What comes in several renders comes in several acts. */
const shown = (text: string) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      expect(document.body.textContent).toBe(text);
    },
    { timeout: 10_000 },
  );

describe('useSavedView', () => {
  it('shows what was fetched last where the server cannot be reached', async () => {
    await lists.pull('regulars', async () => 'Alice');
    load.mockRejectedValue(new Error('The network is lost.'));
    await show('regulars');
    await shown('Alice, not refreshed');
    await show('friends');
    await shown('nothing, not refreshed');
    expect(load.mock.calls).toEqual([['regulars'], ['friends']]);
  });

  it('fetches again at each visit, and shows what it had until then', async () => {
    load.mockResolvedValueOnce('Alice').mockResolvedValueOnce('Bob');
    await show('regulars');
    await shown('Alice');
    await render(null);
    await show('regulars');
    await shown('Bob');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('keeps the answers to different questions apart', async () => {
    load.mockImplementation(async (key) => `People of ${key}`);
    await show('regulars');
    await shown('People of regulars');
    await show('friends');
    expect(document.body.textContent).not.toContain('regulars');
    await shown('People of friends');
  });
});
