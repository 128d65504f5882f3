import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { EmptyState } from './empty-state.tsx';
import { PagedList, type PagedQuery } from './paged-list.tsx';

const savedAt = new Date('2026-03-03T12:00:00Z');

/** A query that succeeded, has all there is and asks for nothing. */
const settled: PagedQuery = {
  isPaused: false,
  isFetching: false,
  isError: false,
  isRefetchError: false,
  dataUpdatedAt: savedAt.getTime(),
  refetch: vi.fn(),
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: vi.fn(),
};

const { render, press } = createTestRoot();
/** Reports that the end of the list is near. */
let comeNear: (() => void) | undefined;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => notify([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {
        comeNear = undefined;
      }
    },
  );
});

const show = (items: readonly string[] | undefined, query: Partial<PagedQuery> = {}) =>
  render(
    <PagedList
      things="followers"
      query={{ ...settled, ...query }}
      problem="The server did not answer."
      items={items}
      keyOf={(name) => name}
      empty={<EmptyState title="No Follower Found" />}
    >
      {(name) => name}
    </PagedList>,
  );

const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent);
const says = (role: 'status' | 'alert') => document.querySelector(`[role=${role}]`)?.textContent;
const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);

describe('a list in pages', () => {
  it('announces that it is loading', async () => {
    await show(undefined, { isFetching: true, dataUpdatedAt: 0 });
    expect(says('status')).toBe('Loading followers');
    expect(says('alert')).toBeUndefined();
    expect(document.body.textContent).not.toContain('No Follower Found');
  });

  it('shows its empty state once it has loaded and holds nothing', async () => {
    await show([]);
    expect(document.body.textContent).toBe('No Follower Found');
  });

  it('shows why it failed, and retries', async () => {
    await show(undefined, { isError: true, dataUpdatedAt: 0 });
    expect(says('alert')).toContain('The server did not answer.');
    expect(document.body.textContent).not.toContain('No Follower Found');
    await press('Retry');
    expect(settled.refetch).toHaveBeenCalledTimes(1);
  });

  it('fails rather than loads while its query waits for a network', async () => {
    await show(undefined, { isPaused: true, dataUpdatedAt: 0 });
    expect(says('alert')).toContain('The server did not answer.');
    expect(says('status')).toBeUndefined();
  });

  it('shows its rows in order, and its end', async () => {
    await show(['alice', 'bob', 'carol']);
    expect(rows()).toEqual(['alice', 'bob', 'carol']);
    expect(document.body.textContent).toContain('No more followers');
    expect(says('status')).toBeUndefined();
  });

  it.each([
    ['the server rejects', { isError: true, isRefetchError: true }],
    ['there is no network', { isPaused: true }],
  ])('keeps its rows and shows since when while %s', async (_, query) => {
    await show(['alice'], query);
    expect(rows()).toEqual(['alice']);
    expect(says('status')).toContain('Couldn’t refresh. Showing what was saved at');
    expect(document.querySelector('time')?.dateTime).toBe(savedAt.toISOString());
    expect(says('alert')).toBeUndefined();
    await press('Retry');
    expect(settled.refetch).toHaveBeenCalledTimes(1);
  });

  it('keeps an empty list empty while it cannot be refreshed', async () => {
    await show([], { isPaused: true });
    expect(says('status')).toContain('Couldn’t refresh.');
    expect(document.body.textContent).toContain('No Follower Found');
  });
});

describe('the foot of a list in pages', () => {
  it('loads the next page when it comes near or is pressed', async () => {
    await show(['alice'], { hasNextPage: true });
    await act(async () => comeNear?.());
    await press('Show more followers');
    expect(settled.fetchNextPage).toHaveBeenCalledTimes(2);
  });

  it('does not ask again while a page is loading', async () => {
    await show(['alice'], { hasNextPage: true, isFetchingNextPage: true });
    expect(comeNear).toBeUndefined();
    expect(button('Show more followers')).toBeUndefined();
    expect(document.body.textContent).toContain('Loading more followers');
  });

  it('keeps its rows where the next page failed, and tries again only when pressed', async () => {
    await show(['alice'], { hasNextPage: true, isFetchNextPageError: true });
    expect(rows()).toEqual(['alice']);
    expect(says('alert')).toBe('More followers did not load.');
    expect(comeNear).toBeUndefined();
    await press('Retry');
    expect(settled.fetchNextPage).toHaveBeenCalledTimes(1);
  });
});
