import { type ReactNode, startTransition, useLayoutEffect } from 'react';
import { dropPageData } from './app/page-data.tsx';
import { createRoot } from './lib/create-root.ts';

const reachable = 'a[href], button, input, textarea';

/**
 * Renders the app in the place of what the server rendered, in one step. It is replaced and not hydrated: dates and the
 * like depend on the device. A reader sees no difference: what was typed meanwhile stays, the focus does, and buttons that
 * were pressed are pressed then.
 */
export function takeOver(root: HTMLElement, app: ReactNode): void {
  const before = [...root.querySelectorAll<HTMLElement>(reachable)];
  let focused = before.find((element) => element === document.activeElement);
  const noteFocus = ({ target }: FocusEvent) => {
    focused = before.find((element) => element === target);
  };
  root.addEventListener('focusin', noteFocus);

  const carryOver = () => {
    root.removeEventListener('focusin', noteFocus);
    dropPageData();
    const after = [...root.querySelectorAll<HTMLElement>(reachable)];
    const pressed: HTMLElement[] = [];
    for (const [index, old] of before.entries()) {
      const now = after[index];
      if (now?.tagName !== old.tagName) return;
      if (old === focused) now.focus({ preventScroll: true });
      if (old.dataset['pressed'] !== undefined) pressed.push(now);
      if (isTextBox(old) && isTextBox(now) && old.value !== now.value) type(now, old);
    }
    // Once the screen's own effects have run.
    if (pressed.length > 0) setTimeout(() => pressed.forEach((button) => button.click()));
  };
  function Taken() {
    useLayoutEffect(carryOver, []);
    return app;
  }

  // In slices, so that the page goes on responding meanwhile.
  startTransition(() => createRoot(root).render(<Taken />));
}

const isTextBox = (element: HTMLElement): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type !== 'checkbox';

/** Enters a text as a user does, so that the form learns of it. */
function type(into: HTMLInputElement, { value, selectionStart, selectionEnd }: HTMLInputElement): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(into, value);
  into.dispatchEvent(new Event('input', { bubbles: true }));
  if (selectionStart !== null) into.setSelectionRange(selectionStart, selectionEnd);
}
