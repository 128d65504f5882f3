import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { Composer } from './composer.tsx';
import type { SendingSteps } from './use-sending.tsx';

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

const files = vi.hoisted(() => ({ keepFile: vi.fn(), forgetFile: vi.fn(async () => undefined) }));
vi.mock('#src/local/engine/files.ts', () => ({
  ...files,
  FileNotKept: class extends Error {},
  readBlobs: async () => new Map(),
}));

const failed = vi.hoisted(() => vi.fn());
vi.mock('#src/components/toast.ts', () => ({ toast: { failed } }));

const { render } = createTestRoot();
const onSend = vi.fn();
const key = 'message noor';

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close: () => undefined }));
  let keptFiles = 0;
  files.keepFile.mockImplementation(async () => ({ fileId: `file ${(keptFiles += 1)}` }));
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

const stepsOf = (): SendingSteps => onSend.mock.lastCall?.[1];

const picture = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });
/** Hands files over as the browser does, and waits until they are attached or rejected. */
async function handOver(kind: 'paste' | 'drop', given: File[], types = ['Files']) {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  Object.assign(event, { [kind === 'paste' ? 'clipboardData' : 'dataTransfer']: { files: given, types } });
  await act(async () => box().dispatchEvent(event));
  // Reading and keeping take turns; each is rendered on its way.
  await vi.waitFor(
    async () => {
      await act(async () => undefined);
      expect(document.querySelector('[role=status]')).toBeNull();
    },
    { timeout: 10_000 },
  );
  return event;
}
const attached = () =>
  [...document.querySelectorAll('[aria-label=Attached] li')].map(({ textContent }) => textContent);

describe('Composer', () => {
  it('sends what is typed with Enter', async () => {
    await show();
    await type('  Hello ');
    const { defaultPrevented } = await enter();
    expect(defaultPrevented).toBe(true);
    expect(onSend.mock.lastCall?.[0]).toEqual({ text: 'Hello', images: [], attachments: [] });
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

  it('keeps what is typed until the message is sent', async () => {
    await show();
    await type('Hello');
    await enter();
    expect(box().value).toBe('Hello');
    await act(async () => stepsOf().onBegin?.());
    expect(box().value).toBe('');
    expect(kept.has(key)).toBe(false);
  });

  it('brings back what the device could not keep', async () => {
    await show();
    await type('Hello');
    await enter();
    await act(async () => stepsOf().onBegin?.());
    await act(async () => stepsOf().onFailed?.());
    expect(box().value).toBe('Hello');
    expect(kept.get(key)).toMatchObject({ text: 'Hello' });
  });

  it('keeps what is typed while a message waits for its price, and sends no second one', async () => {
    await show();
    await type('Hello');
    await enter();
    await render(<Composer otherId="noor" otherName="Noor" isWaiting onSend={onSend} />);
    await type('Hello there');
    await enter();
    expect(onSend).toHaveBeenCalledOnce();
    await act(async () => stepsOf().onBegin?.());
    expect(box().value).toBe(' there');
    await act(async () => stepsOf().onFailed?.());
    expect(box().value).toBe('Hello there');
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
    expect(kept.get(key)).toMatchObject({ text: 'Half a sent' });
  });

  it('hints that the viewer is typing, once for what is typed in a row', async () => {
    await show();
    await type('H');
    await type('He');
    expect(typing.mock.calls).toEqual([[{ receiverId: 'noor' }]]);
  });

  it('attaches a pasted picture, and sends it without a text', async () => {
    await show();
    const { defaultPrevented } = await handOver('paste', [picture('soup.png', 1536)]);
    expect(defaultPrevented).toBe(true);
    expect(attached()).toEqual(['soup.png1.5 KB']);
    await enter();
    expect(onSend.mock.lastCall?.[0]).toEqual({
      text: '',
      images: [
        { fileId: 'file 1', fileName: 'soup.png', bytes: 1536, type: 'image/png', width: 800, height: 600 },
      ],
      attachments: [],
    });
  });

  it('pastes text as text, also where a picture of it comes along', async () => {
    await show();
    const { defaultPrevented } = await handOver('paste', [picture('cells.png')], ['text/plain', 'Files']);
    expect([defaultPrevented, attached()]).toEqual([false, []]);
  });

  it('attaches what is dropped, in its order, and keeps it with the draft', async () => {
    await show();
    await handOver('drop', [picture('a.png'), new File(['x'], 'plan.pdf', { type: 'application/pdf' })]);
    expect(attached()).toEqual(['a.png3 bytes', 'plan.pdf1 bytes']);
    expect(kept.get(key)).toMatchObject({
      images: [{ fileId: 'file 1' }],
      attachments: [{ fileId: 'file 2' }],
    });
  });

  it('rejects what cannot be sent, and what is too large together', async () => {
    await show();
    await handOver('drop', [new File(['x'], 'run.exe')]);
    await handOver('drop', [picture('a.png', 20 * 1024 * 1024), picture('b.png', 6 * 1024 * 1024)]);
    expect(failed.mock.calls.map(([words]) => words)).toEqual([
      'Only pictures and .pdf, .doc, .mp4, .json and .txt files can be sent.',
      'Maximum 25 MB File can be send at a time.',
    ]);
    expect(attached()).toEqual(['a.png20 MB']);
  });

  it('takes a file away again', async () => {
    await show();
    await handOver('drop', [picture('a.png')]);
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Remove a.png"]')?.click());
    expect(attached()).toEqual([]);
    expect(files.forgetFile).toHaveBeenCalledWith('file 1');
    expect(sendButton()?.disabled).toBe(true);
  });
});
