/** What the local cache requests goes to the real server, as the person whose device it is. */
export const reach = {
  caller: {} as Record<string, Record<string, (input: unknown) => unknown>>,
};

const procedure = (feature: string, name: string) => {
  const call = (input: unknown) => reach.caller[feature]?.[name]?.(input);
  return { query: call, mutate: call };
};

const feature = (name: string) =>
  new Proxy({}, { get: (_, procedureName) => procedure(name, String(procedureName)) });

/** Takes the place of the typed client in tests that have a server: calls `reach.caller`. */
export const api = new Proxy({}, { get: (_, name) => feature(String(name)) });
