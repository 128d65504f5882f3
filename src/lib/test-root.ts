import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

/** Creates a React root for each test of a file, and clears the page, mocks and stubbed globals after it. */
export function createTestRoot() {
  let root: Root;
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    root = createRoot(document.body.appendChild(document.createElement('div')));
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
    vi.clearAllMocks();
    vi.unstubAllGlobals();
  });
  return {
    /** Renders, and resolves once effects have run. */
    render: (node: ReactNode): Promise<void> => act(async () => root.render(node)),
    /** Clicks the button with this text. */
    press: (label: string): Promise<void> =>
      act(async () =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
      ),
  };
}
