import userEvent from '@testing-library/user-event';
import { requestsUnderWay } from '../requests-under-way.ts';
import { type Act, screenOf, type Target } from './recording.ts';
import { findTarget } from './targets.ts';

/** Milliseconds for which an act waits for what it is done to. */
const patience = 15_000;
/** Milliseconds without a request after which the acts before have had their effect. */
const quietFor = 300;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** An act that could not be done. The message is a sentence for the tester. */
class ReplayError extends Error {
  override name = 'ReplayError';
}

/**
 * Does an act in this page, as soon as what it is done to is there. The page may be left by it.
 * @param begin called right before
 */
export async function doAct(act: Act, begin: () => void): Promise<void> {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  if (act.kind === 'open') {
    await waitForResponses();
    begin();
    location.assign(act.path);
    return new Promise(() => {});
  }
  await waitForScreen(act.screen);
  const element = act.target === null ? document.body : await waitFor(act.target);
  element.scrollIntoView({ block: 'nearest' });
  begin();
  switch (act.kind) {
    case 'click':
      return user.click(element);
    case 'fill':
      if (act.value === null)
        throw new ReplayError(`The ${nameOf(act.target)} was not recorded: type it, and go on.`);
      return fill(element, act.value);
    case 'select':
      return user.selectOptions(element, act.values);
    case 'press':
      if (element instanceof HTMLElement && act.target) element.focus();
      return user.keyboard(keysOf(act.key));
  }
}

/** Waits until the screen has come: the one before, which stays until then, may have something of the same name. */
async function waitForScreen(screen: string | undefined): Promise<void> {
  const until = performance.now() + patience;
  const isThere = () =>
    screenOf(location.pathname) === screen && document.querySelector('main[aria-busy="true"]') === null;
  while (screen !== undefined && !isThere()) {
    if (performance.now() > until) throw new ReplayError(`This is not ${screen}, where it went on.`);
    await pause(50);
  }
}

/**
 * Waits until the mocked server has responded to everything: who was recorded saw what came of it before they left the
 * page, however slow this browser is.
 */
async function waitForResponses(): Promise<void> {
  const until = performance.now() + patience;
  while (requestsUnderWay.quietMs() < quietFor && performance.now() < until) await pause(50);
}

async function waitFor(target: Target): Promise<Element> {
  const until = performance.now() + patience;
  for (;;) {
    const found = findTarget(target);
    const isReady = found && !(found as HTMLButtonElement).disabled;
    // What has just come may still be on its way: a list that is filled, a dialog that slides in.
    if (isReady) {
      await pause(150);
      const again = findTarget(target);
      if (again) return again;
    }
    if (performance.now() > until) throw new ReplayError(`There is no ${nameOf(target)} to go on with.`);
    await pause(50);
  }
}

const nameOf = ({ role, name, css }: Target): string =>
  name === '' ? (role ?? `element ${css}`) : `${role ?? 'field'} “${name}”`;

/** Sets what a field holds at once, as a person would have it in the end. */
function fill(field: Element, value: string): void {
  (field as HTMLElement).focus();
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    // React notices only what is set past its own property.
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value);
    // Not all have a selection: those of mail addresses and numbers throw.
    if (field.selectionStart !== null) field.setSelectionRange(value.length, value.length);
  } else field.textContent = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: value, inputType: 'insertText' }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** `Control+Enter` in the words of user-event. */
function keysOf(key: string): string {
  const parts = key.split(/(?<!^)\+/);
  const last = parts.pop() ?? key;
  const held = parts.map((part) => `{${part}>}`).join('');
  const released = parts.map((part) => `{/${part}}`).join('');
  const pressed = last.length === 1 ? last.replaceAll(/[{[]/g, '$&$&') : `{${last}}`;
  return `${held}${pressed}${released}`;
}
