import { useEffect } from 'react';

/** The document's title while this is shown. Set rather than rendered, because index.html has one already. */
export function Title({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Gatherwell`;
  }, [children]);
  return null;
}
