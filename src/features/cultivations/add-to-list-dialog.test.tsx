import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { AddToListDialog } from './add-to-list-dialog.tsx';

const loadLists = vi.hoisted(() => vi.fn());
vi.mock('#src/app/api.ts', () => ({
  api: {},
  utils: {},
  trpc: {
    cultivations: {
      list: { useQuery: () => useQuery({ queryKey: ['lists'], queryFn: loadLists, retry: false }) },
    },
  },
}));

const { render, press } = createTestRoot();
const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
const shown = (text: string) =>
  act(() => vi.waitFor(() => expect(document.body.textContent).toContain(text), { timeout: 10_000 }));

describe('AddToListDialog', () => {
  it('can add once the lists are loaded, and offers a retry where they are not', async () => {
    loadLists.mockRejectedValueOnce(new Error('The network is lost.'));
    loadLists.mockResolvedValue({ items: [] });
    await render(
      <QueryClientProvider client={new QueryClient()}>
        <AddToListDialog people={{ userIds: ['bob'] }} description="1 person" onClose={() => undefined} />
      </QueryClientProvider>,
    );
    await shown('This did not load');
    expect(button('Add users')?.disabled).toBe(true);
    await press('Retry');
    await shown('Title of the new list');
    expect(button('Add users')?.disabled).toBe(false);
  });
});
