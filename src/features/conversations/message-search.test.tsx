import { act, type ComponentProps } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { conversationView, messageView } from '#src/local/testing/views.ts';
import { MessageResults, MessageSearchBox } from './message-search.tsx';
import type { MessageSearch } from './use-message-search.ts';

const network = vi.hoisted(() => ({ isOnline: true }));
vi.mock('#src/lib/use-online.ts', () => ({ useOnline: () => network.isOnline }));
vi.mock('#src/app/session.ts', () => ({ useUser: () => ({ _id: 'alice' }) }));
vi.mock('./conversation-row.tsx', () => ({ MemberAvatar: () => null }));
vi.mock('#src/components/link.tsx', () => ({
  Link: ({ children, search }: { children: React.ReactNode; search: { message: number } }) => (
    <a href={`#${search.message}`}>{children}</a>
  ),
}));
const found = vi.hoisted(() => ({ search: undefined as unknown }));
vi.mock('./use-message-search.ts', () => ({ useMessageSearch: () => found.search }));

const { render } = createTestRoot();
const conversation = conversationView(1);
const searched = (change: Partial<MessageSearch['server']> = {}): MessageSearch => ({
  here: [{ message: messageView(9, { text: 'Soup on Friday' }), conversation }],
  there: [{ message: messageView(2, { text: 'The old soup kitchen' }), conversation }],
  server: {
    isSearching: false,
    hasMore: false,
    isLoadingMore: false,
    error: undefined,
    hasFailed: false,
    loadMore: () => undefined,
    retry: () => undefined,
    ...change,
  },
});
const show = (search: MessageSearch) => {
  found.search = search;
  return render(<MessageResults text="soup" open={{ conversationId: undefined, message: undefined }} />);
};
const status = () => document.querySelector('[role=status]')?.textContent;

beforeEach(() => {
  network.isOnline = true;
});

describe('MessageResults', () => {
  it('lists what is on this device before what the server has beyond it, with the words marked', async () => {
    await show(searched());
    expect([...document.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      'On this device',
      'From the server',
    ]);
    expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '#9',
      '#2',
    ]);
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Soup',
      'soup',
    ]);
    expect(status()).toBe('2 messages found');
  });

  it('shows that only this device was searched while it is offline', async () => {
    network.isOnline = false;
    await show({ ...searched({ hasFailed: true }), there: [] });
    expect(document.body.textContent).toContain('Only the messages on this device were searched.');
    expect(document.querySelectorAll('a')).toHaveLength(1);
  });

  it('offers to search the server again where that failed', async () => {
    const retry = vi.fn();
    await show({ ...searched({ hasFailed: true, retry }), there: [] });
    await act(async () => document.querySelector('button')?.click());
    expect(retry).toHaveBeenCalledOnce();
  });

  it('shows that nothing was found, once both were searched', async () => {
    await show({ ...searched({ isSearching: true }), here: [], there: [] });
    expect(document.body.textContent).not.toContain('No Message Found');
    await show({ ...searched(), here: [], there: [] });
    expect(document.body.textContent).toContain('No Message Found');
  });
});

describe('MessageSearchBox', () => {
  const box = (props: Partial<ComponentProps<typeof MessageSearchBox>> = {}) =>
    render(<MessageSearchBox text="soup" onTextChange={() => undefined} {...props} />);

  it('is cleared with Escape and with its button', async () => {
    const onTextChange = vi.fn();
    await box({ onTextChange });
    const input = document.querySelector('input');
    await act(async () =>
      input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    await act(async () => document.querySelector('button')?.click());
    expect(onTextChange.mock.calls).toEqual([[''], ['']]);
  });
});
