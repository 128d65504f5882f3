import { useSyncExternalStore } from 'react';
import { createListeners } from '#src/lib/listeners.ts';
import { onStorage } from '#src/lib/on-storage.ts';

/** What a person chose; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'gatherwell-theme';
const listeners = createListeners();

/** The theme chosen on this device. Storage that is switched off reads as `system`. */
function chosenTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Sets the chosen theme on <html>. Called before the first paint, to prevent a flash of the other theme. */
function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Chooses a theme and keeps the choice on this device. */
function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme(theme);
  listeners.notify();
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  const stopHearing = onStorage(KEY, () => {
    applyTheme();
    listener();
  });
  return () => {
    unsubscribe();
    stopHearing();
  };
}

function shownTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return shown === 'light' || shown === 'dark' ? shown : 'system';
}

/** The theme in force, and how to choose another; every tab follows. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, shownTheme), chooseTheme];
}
