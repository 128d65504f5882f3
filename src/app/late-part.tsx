import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { reachability } from '#src/lib/reachability.ts';
import { whenQuiet } from '#src/lib/when-quiet.ts';

/** A component whose code comes later, and what brings it. */
export interface LatePart<Props> {
  (props: Props): React.ReactNode;
  /** Brings the code: from then on the part renders at once. */
  load: () => Promise<unknown>;
}

/** Returns a component whose code is not part of what is loaded first. Until it is there, nothing is rendered. */
export function latePart<Props extends object>(bring: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => (loaded ??= await bring());
  const Lazy = lazyPart(load);
  function Late(props: Props) {
    // A lazy component waits for a moment even where its code is there, and would let the page jump.
    const [Part] = useState(() => loaded ?? Lazy);
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Late, { load });
}

/** On a slow line, resolves once what is to be read is there; see `boot.js`. */
const turn = async (): Promise<void> => {
  if (!import.meta.env.SSR && document.documentElement.dataset['slowLine'] !== undefined) await whenQuiet();
};

/**
 * Returns a component that the page does without where its code cannot be had, until the server responds again: a line
 * that drops must not take down what is there already. Stands in a `Suspense`.
 */
export const optionalPart = <Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => lazyPart(bring, UntilReachable);

/** Nothing, until the server responds again. */
function UntilReachable({ onRetry }: { onRetry: () => void }) {
  useEffect(() => reachability.subscribe(() => reachability.isReachable() && onRetry()), [onRetry]);
  return null;
}

/** Returns the same, which on a slow line comes after all else: nobody looks for it at first. */
export const lastPart = <Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => optionalPart(() => turn().then(bring));

const partsForUsers: LatePart<never>[] = [];

/** Returns a late part that only signed-in users see: visitors do not load it, and users have it before the first paint. */
export function userPart<Props extends object>(bring: () => Promise<ComponentType<Props>>): LatePart<Props> {
  const part = latePart(bring);
  partsForUsers.push(part);
  return part;
}

/** Brings the code of all parts that are only for signed-in users. */
export const loadPartsForUsers = async (): Promise<void> => {
  await Promise.all(partsForUsers.map(async ({ load }) => load()));
};
