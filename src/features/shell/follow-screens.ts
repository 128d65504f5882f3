import type { RegisteredRouter } from '@tanstack/react-router';

/** What was pressed before a screen was left, and how far it was scrolled. */
interface LeftBehind {
  pressed: Pressed | undefined;
  top: number;
}

interface Pressed {
  name: string;
  /** Which of those with this name. */
  index: number;
}

/** How long a screen may take to show what is looked for, in ms. */
const waitMs = 4000;
/** What a user does who goes on by themselves. */
const userEvents = ['pointerdown', 'keydown', 'wheel'];
const linksAndButtons = 'main a[href], main button';

/**
 * Moves the focus to the heading of each screen that is entered, which screen readers then read. Where one goes back,
 * the page is scrolled to where it was, and the focus is on what was pressed. Until a screen has come, the one before
 * stays, and is marked as busy: the address is already that of the next. Returns a function that stops it.
 */
export function followScreens(router: RegisteredRouter): () => void {
  const left = new Map<string, LeftBehind>();
  let pressed: Pressed | undefined;
  let isReturn = false;
  let stopWaiting = () => {};

  const remember = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest(linksAndButtons) : null;
    pressed = control ? pressedOf(control) : undefined;
  };
  document.addEventListener('click', remember, true);
  const stops = [
    () => document.removeEventListener('click', remember, true),
    () => stopWaiting(),
    router.history.subscribe(({ action }) => {
      isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE';
    }),
    router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      markBusy(true);
      left.set(keyOf(fromLocation), { pressed, top: window.scrollY });
      pressed = undefined;
    }),
    // However it ended: a screen that was left and come back to at once is not rendered anew.
    router.subscribe('onResolved', () => markBusy(false)),
    router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      stopWaiting();
      const place = isReturn ? left.get(keyOf(toLocation)) : undefined;
      stopWaiting = untilDone(() => (place ? goBackTo(place) : focusHeading()));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function markBusy(isBusy: boolean): void {
  const main = document.querySelector('main');
  if (isBusy) main?.setAttribute('aria-busy', 'true');
  else main?.removeAttribute('aria-busy');
}

const keyOf = (location: { state: object; href: string }): string =>
  (location.state as { __TSR_key?: string }).__TSR_key ?? location.href;

const nameOf = (control: Element): string =>
  control.getAttribute('href') ?? control.getAttribute('aria-label') ?? control.textContent ?? '';

const sameAs = (name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(linksAndButtons)].filter((control) => nameOf(control) === name);

function pressedOf(control: Element): Pressed {
  const name = nameOf(control);
  return { name, index: sameAs(name).indexOf(control as HTMLElement) };
}

/** Returns whether the focus is where it should be: also where a field of the screen or one of its tabs has it. */
function focusHeading(): boolean {
  const main = document.querySelector('main');
  const { activeElement } = document;
  if (activeElement !== main && main?.contains(activeElement)) return true;
  const heading = main?.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

function goBackTo({ pressed, top }: LeftBehind): boolean {
  const room = document.documentElement.scrollHeight - window.innerHeight;
  const control = pressed && sameAs(pressed.name)[pressed.index];
  if (room + 1 < top || (pressed && !control)) return false;
  window.scrollTo({ top, behavior: 'instant' });
  if (!control) return focusHeading();
  control.focus({ preventScroll: true });
  return true;
}

/**
 * Tries with each change of the page until time is up, and again whenever the screen replaced what had the focus, until
 * the user does something: on a slow line a heading may be replaced many seconds later.
 */
function untilDone(aim: () => boolean): () => void {
  let attempt = aim;
  let isDone = attempt();
  const observer = new MutationObserver(() => {
    if (!isDone || document.activeElement === document.body) isDone = attempt();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of userEvents) window.removeEventListener(event, stop);
  };
  const timer = setTimeout(() => {
    attempt = focusHeading;
    isDone ||= attempt();
  }, waitMs);
  for (const event of userEvents) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
