import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/** Milliseconds that typing has to rest before the address follows. */
const restMs = 250;

/**
 * Returns what is typed into the search box, and a function that sets it. The address follows once typing has rested,
 * and where it changes by itself, the box follows it.
 */
export function useSearchText(
  search: string | undefined,
  onSearchChange: (search: string | undefined) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(search ?? '');
  const settled = useDebounced(text, restMs) || undefined;
  /** What the address is about to hold. */
  const sent = useRef<(string | undefined)[]>([search]);
  const send = useEffectEvent((next: string | undefined) => {
    if (next === search) return;
    sent.current.push(next);
    onSearchChange(next);
  });
  useEffect(() => send(settled), [settled]);
  useEffect(() => {
    const index = sent.current.indexOf(search);
    if (index < 0) setText(search ?? '');
    else sent.current.splice(0, index + 1);
  }, [search]);
  return [text, setText];
}
