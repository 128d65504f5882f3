import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface FoldedProps {
  /** The heading, which opens and closes it. */
  title: string;
  /** What is in it, in a few words. */
  hint?: string | undefined;
  startsOpen?: boolean | undefined;
  /** Whether something in it is to be corrected: it opens, and the first such field gets the focus. */
  hasError: boolean;
  children: ReactNode;
}

/** Fields that may wait, under a heading that opens them. */
export function Folded({ title, hint, startsOpen = false, hasError, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!hasError || !details.current || details.current.open) return;
    // At once, for the focus; the event that follows keeps it so.
    details.current.open = true;
    // The form could not give the focus to what was folded. An error above it has it already.
    if (document.activeElement?.getAttribute('aria-invalid') !== 'true')
      details.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasError]);
  return (
    <details
      ref={details}
      open={isOpen}
      className="group rounded-xl border border-line bg-surface shadow-card"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-control cursor-pointer list-none items-center justify-between gap-3 rounded-xl px-4 py-2 sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="font-semibold">{title}</span>
          {hint !== undefined && !isOpen && <span className="block text-muted text-sm">{hint}</span>}
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 p-4 pt-2 sm:p-5 sm:pt-2">{children}</div>
    </details>
  );
}
