interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
}

/**
 * Makes of a function that looks up many keys at once one that looks up a single key. The first calls are sent on
 * immediately; while `atOnce` look-ups are under way, further calls wait and go together in the next one. So a single
 * call waits for no other, and ten thousand cost a few dozen look-ups.
 * @param load resolves to one value for each key, in their order
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { most, atOnce }: { most: number; atOnce: number },
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];
  let running = 0;

  async function next(): Promise<void> {
    if (running >= atOnce || waiting.length === 0) return;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running++;
    try {
      const values = await load(batch.map(({ key }) => key));
      if (values.length !== batch.length) throw new Error('A look-up did not return a value for each key.');
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      void next();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      void next();
    });
}
