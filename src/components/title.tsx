import { useEffect } from 'react';
import { isolate } from '#server/isolate.schema.ts';

/** The document's title while this is shown. Set rather than rendered, because index.html has one already. */
export function Title({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${isolate(children)} · Gatherwell`;
  }, [children]);
  return null;
}
