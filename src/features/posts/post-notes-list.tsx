import { Info } from 'lucide-react';
import { cn } from '#src/lib/cn.ts';

/** Hints before a post is published, which do not prevent it. A live region. */
export function PostNotes({ notes, className }: { notes: readonly string[]; className?: string }) {
  return (
    <div role="status" className={cn('empty:hidden', notes.length > 0 && className)}>
      {notes.length > 0 && (
        <ul className="flex flex-col gap-1.5 rounded-md bg-accent-soft px-4 py-3 text-accent-ink text-sm">
          {notes.map((note) => (
            <li key={note} className="flex items-start gap-2.5">
              <Info aria-hidden className="mt-0.5 size-4.5 shrink-0" />
              {note}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
