import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import type { ShownFile } from '#src/local/collections/shown-messages.ts';
import { MessageAttachments, MessageImages, shownSize } from './message-files.tsx';
import { PictureViewer } from './picture-viewer.tsx';

const fetchFile = vi.hoisted(() => vi.fn());
vi.mock('#src/app/fetch-file.ts', () => ({ fetchFile }));
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

  it('keeps the place of a picture that cannot be loaded', async () => {
    await render(<MessageImages images={[picture]} from="Noor" />);
    await act(async () => document.querySelector('img')?.dispatchEvent(new Event('error')));
    const place = document.querySelector<HTMLElement>('span[role=img]');
    expect([place?.ariaLabel ?? place?.getAttribute('aria-label'), place?.style.width]).toEqual([
      'Picture from Noor, not on this device',
      '288px',
    ]);
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
    fetchFile.mockResolvedValue({ blob: async () => content });
    await showAttachment(plan);
    expect(document.querySelector('button')?.textContent).toBe('Download plan.pdf2.0 KB');
    await click('button');
    await act(() => vi.waitFor(() => expect(saveFile).toHaveBeenCalledWith('plan.pdf', content), soon));
    expect(fetchFile).toHaveBeenCalledWith('/api/files/plan', expect.any(String));
  });

  it('saves a file that waits from this device', async () => {
    const blob = new Blob(['x']);
    await showAttachment({ fileName: 'plan.pdf', bytes: 1, blob });
    await click('button');
    await act(() => vi.waitFor(() => expect(saveFile).toHaveBeenCalledWith('plan.pdf', blob), soon));
    expect(fetchFile).not.toHaveBeenCalled();
  });

  it('shows where a file cannot be loaded', async () => {
    fetchFile.mockRejectedValue(new Error('There is nothing here.'));
    await showAttachment(plan);
    await click('button');
    await act(() =>
      vi.waitFor(
        () => expect(failed).toHaveBeenCalledWith('There is nothing here.', { title: 'Failed' }),
        soon,
      ),
    );
    expect(saveFile).not.toHaveBeenCalled();
  });
});
