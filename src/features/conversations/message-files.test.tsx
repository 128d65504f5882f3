import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FileRejected } from '#src/app/fetch-file.ts';
import { serverNotReached } from '#src/app/texts.ts';
import { createTestRoot } from '#src/lib/test-root.ts';
import type { ShownFile } from '#src/local/collections/shown-messages.ts';
import { MessageAttachments, MessageImages, shownSize } from './message-files.tsx';
import { PictureViewer } from './picture-viewer.tsx';

const fetchAttachment = vi.hoisted(() => vi.fn());
vi.mock('./fetch-attachment.ts', () => ({ fetchAttachment }));
const saveFile = vi.hoisted(() => vi.fn());
vi.mock('#src/lib/save-file.ts', () => ({ saveFile }));
const failed = vi.hoisted(() => vi.fn());
vi.mock('#src/components/toast.ts', () => ({ toast: { failed } }));

/** How long something may take on a busy machine. */
const soon = { timeout: 10_000 };

const { render } = createTestRoot();
const picture: ShownFile = { fileName: '', bytes: 0, path: '/api/files/one', width: 1600, height: 800 };
const plan: ShownFile = { fileName: 'plan.pdf', bytes: 2048, path: '/api/files/plan' };

const click = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click());
const showAttachment = (file: ShownFile) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MessageAttachments attachments={[file]} />
    </QueryClientProvider>,
  );

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
});

describe('shownSize', () => {
  it.each([
    [
      { width: 1600, height: 800 },
      { width: 288, height: 144 },
    ],
    [
      { width: 800, height: 1600 },
      { width: 160, height: 320 },
    ],
    [
      { width: 100, height: 80 },
      { width: 100, height: 80 },
    ],
    [{}, { width: 240, height: 180 }],
  ])('keeps the place of a picture of %j', (stored, shown) => {
    expect(shownSize(stored)).toEqual(shown);
  });
});

describe('MessageImages', () => {
  it('shows a picture in its place, in the width that is needed', async () => {
    await render(<MessageImages images={[picture]} from="Noor" />);
    const image = document.querySelector('img');
    expect(image?.getAttribute('src')).toBe('/api/files/one?width=400');
    expect([image?.alt, image?.width, image?.height]).toEqual(['Picture from Noor', 288, 144]);
  });

  it('shows a picture that waits from this device, and gives its address back', async () => {
    await render(<MessageImages images={[{ ...picture, blob: new Blob(['x']) }]} from="you" />);
    expect(document.querySelector('img')?.src).toBe('blob:one');
    await render(null);
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:one');
  });

  it('keeps the place of a picture that cannot be loaded, and tries it again', async () => {
    await render(<MessageImages images={[picture]} from="Noor" />);
    const first = document.querySelector('img');
    await act(async () => first?.dispatchEvent(new Event('error')));
    const place = document.querySelector<HTMLElement>('span[role=img]');
    expect([place?.ariaLabel ?? place?.getAttribute('aria-label'), place?.style.width]).toEqual([
      'Picture from Noor, not on this device',
      '288px',
    ]);
    await act(() => window.dispatchEvent(new Event('online')));
    await act(() => vi.waitFor(() => expect(document.querySelector('img')).not.toBeNull(), soon));
    expect(document.querySelector('img')).not.toBe(first);
  });
});

function Viewer() {
  const [index, setIndex] = useState(0);
  const images = [picture, { ...picture, path: '/api/files/two' }];
  return (
    <PictureViewer
      images={images}
      from="Noor"
      index={index}
      onIndexChange={setIndex}
      onClose={() => undefined}
    />
  );
}

describe('PictureViewer', () => {
  it('shows each picture in full, one after the other with the arrow keys', async () => {
    await render(<Viewer />);
    const dialog = () => document.querySelector('[role=dialog]');
    const shown = () => [
      dialog()?.querySelector('h2')?.textContent,
      dialog()?.querySelector('img')?.getAttribute('src'),
    ];
    const press = (key: string) =>
      act(async () => dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
    const first = ['Picture 1 of 2 from Noor', '/api/files/one?width=1600'];
    expect(shown()).toEqual(first);
    await press('ArrowLeft');
    expect(shown()).toEqual(first);
    await press('ArrowRight');
    await press('ArrowRight');
    expect(shown()).toEqual(['Picture 2 of 2 from Noor', '/api/files/two?width=1600']);
    await press('ArrowLeft');
    expect(shown()).toEqual(first);
  });

  it('offers no way on from a single picture', async () => {
    const close = () => undefined;
    await render(
      <PictureViewer images={[picture]} from="Noor" index={0} onIndexChange={close} onClose={close} />,
    );
    const buttons = [...document.querySelectorAll('[role=dialog] button')];
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Close']);
  });
});

describe('MessageAttachments', () => {
  it('downloads a file under its name', async () => {
    const content = new Blob(['x']);
    fetchAttachment.mockResolvedValue(content);
    await showAttachment(plan);
    expect(document.querySelector('button')?.textContent).toBe('Download plan.pdf2.0 KB');
    await click('button');
    await act(() => vi.waitFor(() => expect(saveFile).toHaveBeenCalledWith('plan.pdf', content), soon));
    expect(fetchAttachment).toHaveBeenCalledWith('/api/files/plan', expect.any(Function));
  });

  it('saves a file that waits from this device', async () => {
    const blob = new Blob(['x']);
    await showAttachment({ fileName: 'plan.pdf', bytes: 1, blob });
    await click('button');
    await act(() => vi.waitFor(() => expect(saveFile).toHaveBeenCalledWith('plan.pdf', blob), soon));
    expect(fetchAttachment).not.toHaveBeenCalled();
  });

  it('shows how much has arrived, and starts nothing twice', async () => {
    const { promise, resolve } = Promise.withResolvers<Blob>();
    fetchAttachment.mockImplementation((_path: string, onProgress: (received: number) => void) => {
      onProgress(1024);
      return promise;
    });
    await showAttachment(plan);
    await click('button');
    const button = () => document.querySelector('button');
    await act(() => vi.waitFor(() => expect(button()?.textContent).toContain('1.0 KB of 2.0 KB'), soon));
    expect(button()?.ariaBusy ?? button()?.getAttribute('aria-busy')).toBe('true');
    await click('button');
    expect(fetchAttachment).toHaveBeenCalledTimes(1);
    await act(async () => resolve(new Blob(['x'])));
    await act(() => vi.waitFor(() => expect(button()?.textContent).toBe('Download plan.pdf2.0 KB'), soon));
    expect(saveFile).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the server rejects', new FileRejected('There is nothing here.', 404), 'There is nothing here.'],
    ['it is not reached', new TypeError('Failed to fetch'), serverNotReached],
  ])('shows where a file cannot be loaded because %s', async (_, error, message) => {
    fetchAttachment.mockRejectedValue(error);
    await showAttachment(plan);
    await click('button');
    await act(() =>
      vi.waitFor(() => expect(failed).toHaveBeenCalledWith(message, { title: 'Failed' }), soon),
    );
    expect(saveFile).not.toHaveBeenCalled();
  });
});
