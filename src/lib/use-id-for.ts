import { useRef } from 'react';
import { v7 as uuid } from 'uuid';

/**
 * An id for what is sent: the same one as long as the same is sent again, so that what was done and whose response
 * was lost is not done twice; another one once something else is sent.
 * @returns the id for a content, which JSON can hold
 */
export function useIdFor(): (content: unknown) => string {
  const last = useRef<{ content: string; id: string }>(undefined);
  return (content) => {
    const json = JSON.stringify(content);
    if (last.current?.content !== json) last.current = { content: json, id: uuid() };
    return last.current.id;
  };
}
