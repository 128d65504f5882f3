import { TRPCClientError } from '@trpc/client';
import type { ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { PagedResults } from './paged-results.tsx';

type Props = ComponentProps<typeof PagedResults<string>>;
type Query = Props['query'];
type Page = NonNullable<Query['data']>;

const savedAt = new Date('2026-03-03T12:00:00Z');

/** The first page of a search, with all that was found. */
const pageOf = (items: string[], page: Partial<Page> = {}): Page => ({
  items,
  page: 1,
  pages: [{ page: 1, cursor: null }],
  total: items.length,
  isTotalExact: true,
  ...page,
});

const settled = {
  error: null,
  isPlaceholderData: false,
  isPaused: false,
  isFetching: false,
  isError: false,
  isRefetchError: false,
  dataUpdatedAt: savedAt.getTime(),
  refetch: vi.fn(),
};
const onReset = vi.fn();

const { render, press } = createTestRoot();

const show = (data: Page | undefined, query: Partial<Query> = {}, props: Partial<Props> = {}) =>
  render(
    <PagedResults
      thing="organization"
      emptyText="No Organizations Found"
      emptyHint="There are none yet."
      query={{ ...settled, data, ...query }}
      isFiltered={false}
      onReset={onReset}
      skeleton={<p>Searching organizations</p>}
      renderPageLink={({ page, cursor }, look) => (
        <a href={page ? `?page=${page}&cursor=${cursor}` : '?'} aria-label={look['aria-label']}>
          {look.children}
        </a>
      )}
      {...props}
    >
      {(names) => names.map((name) => <article key={name}>{name}</article>)}
    </PagedResults>,
  );

const results = () => [...document.querySelectorAll('article')].map((result) => result.textContent);
const says = (role: 'status' | 'alert') =>
  [...document.querySelectorAll(`[role=${role}]`)].map((part) => part.textContent).filter(Boolean);

describe('a page of results', () => {
  it('shows its skeleton alone while it is loading', async () => {
    await show(undefined, { isFetching: true });
    expect(document.body.textContent).toBe('Searching organizations');
  });

  it('shows what is missing where nothing exists', async () => {
    await show(pageOf([]));
    expect(document.body.textContent).toContain('No Organizations Found');
    expect(document.body.textContent).toContain('There are none yet.');
    expect(says('status')).toEqual([]);
  });

  it('offers to reset the filters where they leave nothing', async () => {
    await show(pageOf([]), {}, { isFiltered: true });
    expect(document.body.textContent).toContain('Try removing some filters.');
    expect(document.body.textContent).not.toContain('There are none yet.');
    await press('Reset filters');
    expect(onReset).toHaveBeenCalledTimes(1);
  });

  it('shows why it failed, and retries', async () => {
    const error = new TRPCClientError('Failed to fetch', { cause: new TypeError('Failed to fetch') });
    await show(undefined, { isError: true, error });
    expect(says('alert')).toHaveLength(1);
    expect(says('alert')[0]).toContain('This did not load');
    await press('Retry');
    expect(settled.refetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    [['pantry'], {}, '1 organization'],
    [['pantry', 'shelter'], {}, '2 organizations'],
    [['pantry', 'shelter'], { total: 1_000, isTotalExact: false }, 'More than 1000 organizations'],
  ])('shows the results %j and their number', async (names, page, number) => {
    await show(pageOf(names, page));
    expect(results()).toEqual(names);
    expect(says('status')).toEqual([number]);
  });

  it('keeps the last page, marked as busy, while the next is on its way', async () => {
    await show(pageOf(['pantry']), { isPlaceholderData: true, isFetching: true });
    expect(document.querySelector('[aria-busy=true]')?.textContent).toBe('pantry');
  });

  it('keeps its results and shows since when while they cannot be refreshed', async () => {
    await show(pageOf(['pantry']), { isError: true, isRefetchError: true });
    expect(results()).toEqual(['pantry']);
    expect(says('status')[0]).toContain('Couldn’t refresh. Showing what was saved at');
    expect(document.querySelector('time')?.dateTime).toBe(savedAt.toISOString());
    expect(says('alert')).toEqual([]);
  });

  it('leads to other pages by their cursors, and to the first without one', async () => {
    const pages = [
      { page: 1, cursor: null },
      { page: 2, cursor: 'second' },
    ];
    await show(pageOf(['shelter'], { page: 2, pages, total: 2 }));
    const addresses = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(addresses).toContain('?');
    await show(pageOf(['pantry'], { page: 1, pages, total: 2 }));
    const onward = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(onward).toContain('?page=2&cursor=second');
  });
});
