import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { PersonPanel } from './person-panel.tsx';

const calls = vi.hoisted(() => ({ addNote: vi.fn(), setTags: vi.fn() }));
const state = vi.hoisted(() => ({ person: {} as object, entries: [] as object[] }));
const query = vi.hoisted(() => ({
  error: null,
  isError: false,
  isPaused: false,
  isFetching: false,
  isRefetchError: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
}));
vi.mock('#src/app/api.ts', () => ({
  api: {
    prospects: { addNote: { mutate: calls.addNote }, setTags: { mutate: calls.setTags } },
  },
  utils: {
    prospects: { byId: { setData: () => undefined }, tags: { invalidate: () => undefined } },
  },
  trpc: {
    prospects: {
      byId: { useQuery: () => ({ ...query, data: state.person }) },
      tags: { useQuery: () => ({ data: { tags: ['Carpenter'] } }) },
      timeline: {
        useInfiniteQuery: () => ({
          ...query,
          data: { pages: [{ items: state.entries }] },
          hasNextPage: false,
        }),
      },
    },
  },
}));
vi.mock('#src/components/link.tsx', () => ({
  Link: ({ children }: { children: unknown }) => children,
  ButtonLink: () => null,
}));
vi.mock('#src/local/engine/use-text-draft.ts', async () => {
  const { useState } = await import('react');
  return {
    useTextDraft: (_: string, initial: string) => {
      const [text, change] = useState(initial);
      return { text, change, clear: () => change(initial) };
    },
  };
});

const { render } = createTestRoot();
const show = () => render(<PersonPanel userId="alice" onClose={() => undefined} />);
const dialog = () => {
  const found = document.querySelector('[role=dialog]');
  if (!found) throw new Error('There is no dialog.');
  return found;
};
const type = (element: Element | null, text: string) =>
  act(async () => {
    const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(element, text);
    element?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const note = () => dialog().querySelector('textarea');
const tag = () => dialog().querySelector<HTMLInputElement>('input[role=combobox]');
const submitNote = () => act(async () => note()?.form?.requestSubmit());

beforeEach(() => {
  vi.clearAllMocks();
  state.person = { _id: 'alice', name: 'Alice Example', tags: ['Cook'], notes: [] };
  state.entries = [];
});

describe('PersonPanel', () => {
  it('says the same of who hides what they do as of who did nothing', async () => {
    await show();
    expect(dialog().textContent).toContain('Alice Example');
    expect(dialog().textContent).toContain('Nothing to show');
  });

  it('names each entry of the timeline with what it is about', async () => {
    const about = { post: null, list: null, membershipType: null, conversationId: null };
    const at = '2026-11-20T10:00:00.000Z';
    state.entries = [
      { ...about, _id: '1', kind: 'followed', at },
      { ...about, _id: '2', kind: 'liked', at, post: { _id: 'p', postType: 'event', title: 'Soup night' } },
      { ...about, _id: '3', kind: 'membership-accepted', at, membershipType: 'board' },
    ];
    await show();
    expect([...dialog().querySelectorAll('ol p')].map((line) => line.textContent)).toEqual([
      'Followed you ',
      'Liked Soup night',
      'Membership accepted: Board',
    ]);
  });

  it('keeps a note that is not saved, says why, and saves it as the same note', async () => {
    calls.addNote.mockRejectedValueOnce(new Error('The network is lost.')).mockResolvedValueOnce({});
    await show();
    await submitNote();
    expect(dialog().textContent).toContain('This field is required');
    await type(note(), 'Likes to cook');
    await submitNote();
    expect(note()?.value).toBe('Likes to cook');
    expect(dialog().textContent).toContain('Note not saved.');
    await submitNote();
    expect(note()?.value).toBe('');
    const [[first], [second]] = calls.addNote.mock.calls as [[object], [object]];
    expect(second).toEqual(first);
    expect(first).toMatchObject({ userId: 'alice', text: 'Likes to cook' });
  });

  it('keeps a tag that is not saved, and adds none twice', async () => {
    calls.setTags.mockRejectedValueOnce(new Error('The network is lost.'));
    await show();
    const press = (key: string) =>
      act(async () => tag()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
    await type(tag(), 'cook');
    await press('Enter');
    expect(calls.setTags).not.toHaveBeenCalled();
    expect(tag()?.value).toBe('');
    await type(tag(), 'Gardener');
    await press('Enter');
    expect(calls.setTags).toHaveBeenCalledWith({ userId: 'alice', tags: ['Cook', 'Gardener'] });
    expect(tag()?.value).toBe('Gardener');
  });
});
