/** The epoch of the log whose head it returns. */
export const epoch = '00000000-0000-4000-8000-000000000001';

/** What a query returns to a user who has nothing: a page, a count, a balance, or the head of a log. */
const nothing = {
  epoch,
  seq: 0,
  items: [],
  cursor: null,
  total: 0,
  count: 0,
  walletCoin: 0,
};

/**
 * Returns the server's API for a test: the procedures that it is given, and beside them any query, which returns
 * nothing. What a snapshot asks for may grow, and concerns only tests of what it has.
 * @param given procedures by the name of their router and their own
 * @param onQuery called with the name and the input of each query that is not given
 */
export function emptyApi<Given extends Readonly<Record<string, object>>>(
  given: Given,
  onQuery: (name: string, input: unknown) => void = () => {},
): Given {
  const queryOf = (name: string) => ({
    query: async (input: unknown) => {
      onQuery(name, input);
      return nothing;
    },
  });
  const routerOf = (router: string, procedures: object) =>
    new Proxy(procedures, {
      get: (own, name) => Reflect.get(own, name) ?? queryOf(`${router}.${String(name)}`),
    });
  return new Proxy(given, { get: (own, name) => routerOf(String(name), Reflect.get(own, name) ?? {}) });
}
