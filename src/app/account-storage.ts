/**
 * Where this device remembers who is signed in: for all tabs, so that they follow each other. In the mocked mode a
 * tester can give a tab a session of its own, and be two people side by side.
 */
export function accountStorage(): Storage {
  return hasOwnSession() ? sessionStorage : localStorage;
}

/** Set for the tabs that have a session of their own. */
export const ownSessionKey = 'gatherwell.own-session';

function hasOwnSession(): boolean {
  return import.meta.env.MODE === 'mocked' && sessionStorage.getItem(ownSessionKey) !== null;
}
