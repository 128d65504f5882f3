import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestRoot } from '#src/lib/test-root.ts';
import { type OnDemandProps, onDemand } from './on-demand.tsx';
import { takeRequests } from './toast.ts';

const Panel = ({ children, defaultOpen }: OnDemandProps) => (
  <>
    {children}
    {defaultOpen && <p>The panel</p>}
  </>
);

const { render, press } = createTestRoot();

afterEach(takeRequests);

describe('a part that comes on demand', () => {
  it('opens with the press that brings its code', async () => {
    const Part = onDemand('menu', async () => Panel);
    await render(
      <Part>
        <button type="button">More</button>
      </Part>,
    );
    await press('More');
    expect(document.body.textContent).toContain('The panel');
    expect(takeRequests()).toEqual([]);
  });

  it('keeps its button and says why where its code cannot be had, and opens once it can', async () => {
    const load = vi.fn<() => Promise<typeof Panel>>().mockRejectedValue(new TypeError('Failed to fetch'));
    const Part = onDemand('menu', load);
    await render(
      <Part>
        <button type="button">More</button>
      </Part>,
    );
    // Coming near is no press: it fails without a word.
    await act(async () => document.querySelector('button')?.focus());
    expect(load).toHaveBeenCalledOnce();
    expect(takeRequests()).toEqual([]);

    await press('More');
    expect(document.querySelector('button')?.textContent).toBe('More');
    expect(takeRequests()).toMatchObject([
      { tone: 'failed', message: expect.stringContaining('connection') },
    ]);

    load.mockResolvedValue(Panel);
    await press('More');
    expect(document.body.textContent).toContain('The panel');
  });
});
