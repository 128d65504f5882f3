/**
 * Calls `listener` when another tab changes what localStorage has under a key that begins with `prefix`, with the rest of
 * the key and the new value, which is null where the key was removed. Returns an unsubscribe function.
 */
export function onStorage(
  prefix: string,
  listener: (rest: string, newValue: string | null) => void,
): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue);
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
