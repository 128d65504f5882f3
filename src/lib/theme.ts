import { useSyncExternalStore } from 'react';

/** What a person chose; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'gatherwell-theme';
const listeners = new Set<() => void>();

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
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const fromAnotherTab = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    applyTheme();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromAnotherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromAnotherTab);
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
