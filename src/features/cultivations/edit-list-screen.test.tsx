import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { EditListScreen } from './edit-list-screen.tsx';
import type { ListAddress } from './list-address.ts';

const loaded = vi.hoisted(() => ({
  data: {
    _id: 'regulars',
    title: 'Regulars',
    description: '',
    totalUsers: 2,
    keepsItself: false,
    rules: null,
    filledAt: null,
    invitedUsers: 0,
    followedAfterInvitation: 0,
    users: [],
    pages: [],
    page: 1,
    total: 0,
    isTotalExact: true,
  },
  error: null,
  isError: false,
  isPaused: false,
  isFetching: false,
  isRefetchError: false,
  isPlaceholderData: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
}));
const failed = { ...loaded, data: undefined, error: new Error('The network is lost.'), isError: true };
const list = vi.hoisted(() => ({ state: {} as unknown }));
vi.mock('./use-list.ts', () => ({
  useList: () => list.state,
  useAddition: () => undefined,
  isFilling: () => false,
}));
vi.mock('#src/app/api.ts', () => ({ api: {}, trpc: {}, utils: {} }));
vi.mock('#src/app/still-here.ts', () => ({ useNoteScreen: () => () => () => true }));
vi.mock('#src/components/link.tsx', () => ({
  Link: () => null,
  IconLink: () => null,
  ButtonLink: () => null,
}));
vi.mock('./export-list.tsx', () => ({ ExportList: () => null }));
vi.mock('./tag-filter.tsx', () => ({ TagFilter: () => null }));
vi.mock('#src/entities/action-slots.tsx', () => ({
  BulkMessageSlot: () => null,
  FollowInvitationSlot: () => null,
}));

const { render } = createTestRoot();
const onAddressChange = vi.fn();
const show = (address: ListAddress = {}) =>
  render(
    <EditListScreen
      id="regulars"
      address={address}
      onAddressChange={onAddressChange}
      onSaved={() => undefined}
      renderPageLink={() => null}
    />,
  );
const field = (selector: string) => {
  const input = document.querySelector<HTMLInputElement>(selector);
  if (!input) throw new Error(`There is no ${selector}.`);
  return input;
};
const type = (selector: string, text: string) =>
  act(async () => {
    const input = field(selector);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const [title, search] = ['input[name=title]', 'input[placeholder="Search by name"]'];

beforeEach(() => {
  list.state = loaded;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('EditListScreen', () => {
  it('keeps the title that is typed where a page of users does not load', async () => {
    await show();
    await type(title, 'Regulars to be');
    list.state = failed;
    await show({ sort: 'name' });
    expect(field(title).value).toBe('Regulars to be');
    expect(document.querySelector('section [role=alert]')?.textContent).toContain('This did not load');
  });

  it('shows what is typed into the search box before the address follows', async () => {
    vi.useFakeTimers();
    await show({ sort: 'name', page: 2, cursor: 'next' });
    await type(search, 'A');
    await type(search, 'Al');
    expect(field(search).value).toBe('Al');
    expect(onAddressChange).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(onAddressChange.mock.calls).toEqual([[{ sort: 'name', search: 'Al' }]]);
  });
});
