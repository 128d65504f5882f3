import { useEffect, useState } from 'react';
import { Backoff } from '#src/local/engine/backoff.ts';
import { onWake } from '#src/local/engine/on-wake.ts';

/** How often a picture is tried again before it waits for the device to come online or the page into view. */
const mostRetries = 5;

interface RetriedPicture {
  /** A key for the element, so that another attempt loads anew. */
  attempt: number;
  /** Whether the last attempt failed and the next one is not due. */
  isBroken: boolean;
  onError(): void;
}

/** Loads a picture again that could not be loaded, since browsers try only once. */
export function useRetriedPicture(): RetriedPicture {
  const [backoff] = useState(() => {
    const spaced = new Backoff();
    // The browser has made the first attempt.
    spaced.nextWait();
    return spaced;
  });
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<number>();
  const isBroken = failed === attempt;
  useEffect(() => {
    if (!isBroken) return undefined;
    const over = new AbortController();
    const retry = () => {
      if (!over.signal.aborted) setAttempt(attempt + 1);
    };
    if (attempt < mostRetries) void backoff.due(over.signal).then(retry);
    else onWake(retry, over.signal);
    return () => over.abort();
  }, [backoff, attempt, isBroken]);
  return { attempt, isBroken, onError: () => setFailed(attempt) };
}
