const storageKey = 'gatherwell.address';

/**
 * Returns the network address of this tab's requests, by which the mocked server counts limits. Each tab has one of its
 * own: tests that share a browser would take from each other what a stranger may do in a minute. It survives a reload and
 * ends with the tab.
 */
export function tabAddress(): string {
  const stored = sessionStorage.getItem(storageKey);
  if (stored !== null) return stored;
  const address = `tab ${crypto.randomUUID()}`;
  sessionStorage.setItem(storageKey, address);
  return address;
}
