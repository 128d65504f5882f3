import { useEffect, useEffectEvent } from 'react';

/**
 * Returns what a screen reads of the address's parameters, and removes from the address what it does not understand. For
 * routes that read their parameters only when they are shown: reading them is no part of the first paint.
 * @param found the parameters as the router parsed them
 * @param read returns those that are understood
 * @param replace puts others into the address, without an entry in the history
 */
export function useReadAddress<Address extends object>(
  found: object,
  read: (found: Record<string, unknown>) => Address,
  replace: (address: Address) => void,
): Address {
  const address = read({ ...found });
  const isUnderstood = textOf(found) === textOf(address);
  const clean = useEffectEvent(() => replace(address));
  useEffect(() => {
    if (!isUnderstood) clean();
  }, [isUnderstood]);
  return address;
}

/** Returns parameters as a text that is the same for the same ones, in whatever order they stand. */
const textOf = (parameters: object) =>
  JSON.stringify(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
