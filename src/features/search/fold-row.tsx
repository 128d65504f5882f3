import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** The element at the end of a search's first row, which has room for what opens the filters. */
export const FoldRowContext = createContext<HTMLElement | null>(null);

/** Puts its content there. */
export function InFoldRow({ children }: { children: ReactNode }) {
  const row = use(FoldRowContext);
  return row && createPortal(children, row);
}
