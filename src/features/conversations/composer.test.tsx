import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { Composer } from './composer.tsx';

const typing = vi.hoisted(() => vi.fn(async () => null));
vi.mock('#src/app/api.ts', () => ({ api: { connectivities: { typing: { mutate: typing } } } }));

const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('#src/local/engine/drafts.ts', () => ({
  drafts: {
    read: async (key: string) => kept.get(key),
    keep: async (key: string, values: unknown) => void kept.set(key, values),
    forget: async (key: string) => void kept.delete(key),
  },
}));

const { render } = createTestRoot();
const onSend = vi.fn();
const key = 'message noor';

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

const show = () => render(<Composer otherId="noor" otherName="Noor" onSend={onSend} />);
const box = () => document.querySelector('textarea') as HTMLTextAreaElement;
const sendButton = () => document.querySelector<HTMLButtonElement>('button[type=submit]');

const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box(), text);
    box().dispatchEvent(new Event('input', { bubbles: true }));
  });
const enter = async (options: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...options });
  await act(async () => box().dispatchEvent(event));
  return event;
};

describe('Composer', () => {
  it('sends what is typed with Enter', async () => {
    await show();
    await type('  Hello ');
    const { defaultPrevented } = await enter();
    expect(defaultPrevented).toBe(true);
    expect(onSend).toHaveBeenCalledWith({ text: 'Hello', images: [], attachments: [] }, expect.any(Function));
  });

  it('begins a new line with Shift and Enter', async () => {
    await show();
    await type('Hello');
    const { defaultPrevented } = await enter({ shiftKey: true });
    expect([defaultPrevented, onSend.mock.calls.length]).toEqual([false, 0]);
  });

  it('begins a new line with Enter on a touch keyboard', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
    await show();
    await type('Hello');
    const { defaultPrevented } = await enter();
    expect([defaultPrevented, onSend.mock.calls.length]).toEqual([false, 0]);
  });

  it('leaves Enter to an input method that is composing', async () => {
    await show();
    await type('こんにちは');
    await enter({ isComposing: true });
    expect(onSend).not.toHaveBeenCalled();
  });

  it('sends nothing blank', async () => {
    await show();
    expect(sendButton()?.disabled).toBe(true);
    await type('  \n ');
    expect(sendButton()?.disabled).toBe(true);
    await enter();
    expect(onSend).not.toHaveBeenCalled();
  });

  it('keeps what is typed until the message is kept', async () => {
    await show();
    await type('Hello');
    await enter();
    expect(box().value).toBe('Hello');
    const [, onKept] = onSend.mock.lastCall ?? [];
    await act(async () => onKept());
    expect(box().value).toBe('');
    expect(kept.has(key)).toBe(false);
  });

  it('goes on with the draft of the conversation', async () => {
    kept.set(key, { text: 'Begun yesterday' });
    await show();
    expect(box().value).toBe('Begun yesterday');
  });

  it('keeps a draft when it is left', async () => {
    await show();
    await type('Half a sent');
    await render(null);
    expect(kept.get(key)).toEqual({ text: 'Half a sent' });
  });

  it('hints that somebody is typing, once for what is typed in a row', async () => {
    await show();
    await type('H');
    await type('He');
    expect(typing.mock.calls).toEqual([[{ receiverId: 'noor' }]]);
  });
});
