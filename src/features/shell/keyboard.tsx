import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useUser } from '#src/app/session.ts';
import { lazyDialog } from '#src/components/lazy-part.tsx';
import { followScreens } from './follow-screens.ts';
import { openShortcuts } from './open-shortcuts.ts';
import { shortcutsOf } from './shortcuts.ts';

const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

const storageKey = 'gatherwell-shortcuts';
/** How long after G the second key may come, in ms. */
const sequenceMs = 1500;

/** Keys that do something on every screen, and where the focus goes when the screen changes. Comes after the first paint. */
export function Keyboard() {
  const router = useRouter();
  const user = useUser();
  const [isListed, setIsListed] = useState(false);
  const [isOn, setIsOn] = useState(() => localStorage.getItem(storageKey) !== 'off');
  const shortcuts = useMemo(
    () => shortcutsOf(user, (to) => void router.navigate({ href: to })),
    [user, router],
  );

  useEffect(() => followScreens(router), [router]);
  useEffect(() => openShortcuts.listen(() => setIsListed(true)), []);
  useEffect(() => {
    if (!isOn) return;
    let first = '';
    let pressedAt = 0;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const begun = event.timeStamp - pressedAt < sequenceMs ? first : '';
      first = begun === '' && event.key === 'g' ? 'g' : '';
      pressedAt = event.timeStamp;
      if (event.key === '?') setIsListed(true);
      else {
        const typed = begun + event.key;
        const shortcut = shortcuts.find(({ keys }) => keys.join('') === typed);
        if (!shortcut) return;
        shortcut.run();
      }
      // Otherwise the key would be typed into the field that has the focus now.
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, shortcuts]);

  return isListed ? (
    <ShortcutsDialog
      shortcuts={shortcuts}
      isOn={isOn}
      onOnChange={(on) => {
        if (on) localStorage.removeItem(storageKey);
        else localStorage.setItem(storageKey, 'off');
        setIsOn(on);
      }}
      onClose={() => setIsListed(false)}
    />
  ) : null;
}

/** Whether the key belongs to what has the focus, or to a dialog or menu that is open. */
function isTaken({ target }: KeyboardEvent): boolean {
  return (
    (target instanceof Element &&
      target.closest(
        'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"], [role="spinbutton"], [role="application"]',
      ) !== null) ||
    document.querySelector(
      // Lists of choices stay in the page while they are closed, within an element that is hidden.
      '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]:not([hidden], [hidden] *)',
    ) !== null
  );
}
