import { useSyncExternalStore } from 'react';

const key = 'gatherwell-message-sound';
const off = 'off';
const listeners = new Set<() => void>();

/** Returns whether new messages play a sound on this device. Storage that is switched off reads as yes. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(key) !== off;
  } catch {
    return true;
  }
}

function setSoundOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, off);
  } catch {
    // Without storage it cannot be kept, and the sound stays as it is.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', hear);
  };
}

/** Returns whether new messages play a sound, and how to change that; every tab follows. */
export const useSoundSetting = (): [boolean, (isOn: boolean) => void] => [
  useSyncExternalStore(subscribe, isSoundOn),
  setSoundOn,
];
