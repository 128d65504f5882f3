import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { IndividualSearchScreen } from './individual-search-screen.tsx';
import type { ResultsList } from './results-list.tsx';

const items = vi.hoisted(() => ['alice', 'bob', 'carol'].map((_id) => ({ _id })));
vi.mock('#src/app/api.ts', () => ({
  trpc: {
    search: { individuals: { useQuery: () => ({ data: { items, total: 40, isTotalExact: true } }) } },
  },
}));
vi.mock('#src/components/link.tsx', () => ({ Link: () => null }));
vi.mock('./individual-filters.tsx', () => ({ IndividualFilters: () => null }));
vi.mock('./results-list.tsx', () => ({
  ResultsList: ({ choice }: ComponentProps<typeof ResultsList>) =>
    items.map(({ _id }) => (
      <button key={_id} type="button" onClick={() => choice?.onChange(_id, !choice.isChosen(_id))}>
        {_id}
      </button>
    )),
}));

const { render, press } = createTestRoot();
const renderActions = vi.fn();
const chosen = () => renderActions.mock.lastCall;

it('chooses all whom a search finds but those who are unticked', async () => {
  await render(
    <IndividualSearchScreen
      address={{ name: 'Smith' }}
      onAddressChange={vi.fn()}
      renderActions={(...given) => {
        renderActions(...given);
        return null;
      }}
    />,
  );
  expect(chosen()?.[0]).toBeUndefined();
  await press('alice');
  expect(chosen()).toEqual([{ userIds: ['alice'] }, '1 person chosen']);
  await press('Choose all results');
  const filters = { name: 'Smith' };
  expect(chosen()).toEqual([{ filters }, 'All results: 40 people']);
  await press('bob');
  expect(chosen()).toEqual([{ filters, except: ['bob'] }, 'All results but 1: 39 people']);
  await press('bob');
  expect(chosen()).toEqual([{ filters }, 'All results: 40 people']);
  await press('Clear selection');
  expect(chosen()?.[0]).toBeUndefined();
});
