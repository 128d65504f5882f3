import { act, type ComponentType, Suspense, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { lazyDialog, lazyPart } from './lazy-part.tsx';
import { takeRequests } from './toast.ts';
import { Toaster } from './toaster.tsx';

const { render, press } = createTestRoot();

afterEach(takeRequests);

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Code that cannot be had at first. */
const unreachable = <Props,>() =>
  vi.fn<Load<Props>>().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));

const shown = () => document.body.textContent;

describe('a part whose code comes when it is rendered', () => {
  const Chart = ({ title }: { title: string }) => <h2>{title}</h2>;

  it('renders once the code is there, with its properties', async () => {
    const Part = lazyPart(async () => Chart);
    await render(
      <Suspense fallback="Loading">
        <Part title="Views" />
      </Suspense>,
    );
    expect(shown()).toBe('Views');
  });

  it('says that it could not be loaded, leaves the rest alone, and comes with Retry', async () => {
    const load = unreachable<{ title: string }>();
    const Part = lazyPart(load);
    await render(
      <>
        <p>The rest. </p>
        <Suspense fallback="Loading">
          <Part title="Views" />
          <Part title="Reactions" />
        </Suspense>
      </>,
    );
    expect(shown()).toContain('The rest. Could not be loaded. Check your connection');
    expect(load).toHaveBeenCalledOnce();

    await press('Retry');
    expect(shown()).toContain('Could not be loaded');
    expect(load).toHaveBeenCalledTimes(2);

    load.mockResolvedValue(Chart);
    await press('Retry');
    expect(shown()).toContain('Views');
  });

  it('fetches its code again when it is rendered another time', async () => {
    const load = unreachable<{ title: string }>();
    const Part = lazyPart(load);
    const screen = (key: string) => (
      <Suspense fallback="Loading">
        <Part key={key} title="Views" />
      </Suspense>
    );
    await render(screen('before'));
    expect(shown()).toContain('Could not be loaded');
    load.mockResolvedValue(Chart);
    await render(screen('after'));
    expect(shown()).toBe('Views');
  });
});

describe('a dialog whose code comes when it is opened', () => {
  const Sheet = ({ onClose }: { onClose: () => void }) => (
    <div role="dialog">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );

  /** A screen with a button that opens the dialog. */
  function Screen({ Dialog }: { Dialog: ComponentType<{ onClose: () => void }> }) {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Share
        </button>
        {isOpen && <Dialog onClose={() => setIsOpen(false)} />}
      </>
    );
  }

  const dialog = () => document.querySelector('[role=dialog]');

  it('opens and closes', async () => {
    await render(<Screen Dialog={lazyDialog(async () => Sheet)} />);
    await press('Share');
    expect(dialog()).not.toBeNull();
    await press('Close');
    expect(dialog()).toBeNull();
    expect(takeRequests()).toEqual([]);
  });

  it('keeps the screen and says why where its code cannot be had, and opens once it can', async () => {
    const load = unreachable<{ onClose: () => void }>();
    await render(<Screen Dialog={lazyDialog(load)} />);
    await press('Share');
    expect(dialog()).toBeNull();
    expect(shown()).toBe('Share');
    expect(takeRequests()).toMatchObject([
      { tone: 'failed', message: expect.stringContaining('connection') },
    ]);

    await press('Share');
    expect(load).toHaveBeenCalledTimes(2);
    expect(takeRequests()).toHaveLength(1);

    load.mockResolvedValue(Sheet);
    await press('Share');
    expect(dialog()).not.toBeNull();
    expect(takeRequests()).toEqual([]);
  });
});

describe('toasts whose code cannot be had', () => {
  afterEach(() => {
    vi.doUnmock('./sonner-toaster.tsx');
    vi.useRealTimers();
  });

  const eventually = (text: string) =>
    vi.waitFor(async () => {
      await act(async () => undefined);
      expect(shown()).toBe(text);
    });

  it('are shown all the same, until they have been read, and fetch it again the next time', async () => {
    vi.useFakeTimers();
    const { toast } = await import('./toast.ts');
    vi.doMock('./sonner-toaster.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    await render(
      <>
        The screen. <Toaster />
      </>,
    );
    await act(async () => toast.failed('It could not be sent.'));
    await eventually('The screen. It could not be sent.');
    expect(document.querySelector('[aria-live=polite]')?.textContent).toBe('It could not be sent.');
    await act(async () => vi.advanceTimersByTimeAsync(9_000));
    expect(shown()).toBe('The screen. ');

    vi.doMock('./sonner-toaster.tsx', () => ({ SonnerToaster: () => <p>All toasts</p> }));
    await act(async () => toast.failed('It could not be sent.'));
    await eventually('The screen. All toasts');
  });
});
