import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { ListForm } from './list-form.tsx';

const api = vi.hoisted(() => ({
  cultivations: {
    create: { mutate: vi.fn() },
    update: { mutate: vi.fn() },
    countRules: { mutate: vi.fn() },
  },
}));
vi.mock('#src/app/api.ts', () => {
  const names = { useQuery: () => ({ data: [] }) };
  return {
    api,
    utils: { cultivations: { invalidate: async () => undefined } },
    trpc: {
      lookups: { skills: names, impactAreas: names },
    },
  };
});
const screen = vi.hoisted(() => ({ isStillHere: true }));
vi.mock('#src/app/still-here.ts', () => ({ useNoteScreen: () => () => () => screen.isStillHere }));
vi.mock('#src/components/link.tsx', () => ({ ButtonLink: () => null, ExternalLink: () => null }));

const { render, press } = createTestRoot();
const onSaved = vi.fn();
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ListForm onSaved={onSaved} />
    </QueryClientProvider>,
  );
const choose = (role: string, label: RegExp) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>(`[role=${role}]`)]
      .find(({ textContent, ariaLabel }) => label.test(`${textContent} ${ariaLabel ?? ''}`))
      ?.click(),
  );
const type = (text: string) =>
  act(async () => {
    const input = document.querySelector('input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const rest = () => act(() => vi.advanceTimersByTimeAsync(1000));
const text = () => document.body.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  api.cultivations.countRules.mutate.mockResolvedValue({ count: 12, isExact: true });
  api.cultivations.create.mutate.mockResolvedValue({});
});
afterEach(() => {
  vi.useRealTimers();
});

describe('ListForm', () => {
  it('creates a list with the rules that it says in words, and counts once they rest', async () => {
    await show();
    await type('Regulars');
    expect(text()).not.toContain('match now');
    await choose('radio', /^Rules/);
    await rest();
    expect(text()).toContain('Liked, was interested in or went to');
    for (const time of [1, 2, 3]) {
      await choose('checkbox', /^ ?$/);
      expect(api.cultivations.countRules.mutate, `press ${time}`).toHaveBeenCalledTimes(1);
    }
    await rest();
    expect(text()).toContain(
      'Was interested in or went to something of yours at least once in the last 90 days.12 people match now.',
    );
    expect(api.cultivations.countRules.mutate).toHaveBeenCalledTimes(2);
    await press('Save');
    await rest();
    const all = [{ about: 'reactions', what: ['interested', 'going'], times: 1, days: 90 }];
    expect(api.cultivations.create.mutate).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Regulars', rules: { version: 1, all } }),
    );
    expect(onSaved).toHaveBeenCalled();
  });

  it('says what is missing of the rules, and saves nothing', async () => {
    await show();
    await type('Regulars');
    await choose('radio', /^Rules/);
    await act(async () => document.querySelector<HTMLElement>('[aria-label^="Remove rule 1"]')?.click());
    expect(text()).toContain('Complete the rules to see how many people match.');
    expect(text()).not.toContain('Add a rule for who they are');
    await press('Save');
    await rest();
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Add a rule');
    expect(api.cultivations.create.mutate).not.toHaveBeenCalled();
  });

  it('leads users who went elsewhere while it was saved nowhere', async () => {
    screen.isStillHere = false;
    onSaved.mockClear();
    await show();
    await type('Regulars');
    await press('Save');
    await rest();
    expect(api.cultivations.create.mutate).toHaveBeenCalled();
    expect(onSaved).not.toHaveBeenCalled();
    screen.isStillHere = true;
  });

  it('creates a list of names unless rules are chosen', async () => {
    await show();
    await type('Regulars');
    await press('Save');
    await rest();
    expect(api.cultivations.create.mutate).toHaveBeenCalledWith(
      expect.not.objectContaining({ rules: expect.anything() }),
    );
  });
});
