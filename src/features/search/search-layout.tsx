import type { ReactNode } from 'react';

/** Filters beside what they find, or above it where there is no room. */
export function SearchLayout({ filters, children }: { filters: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5 xl:flex-row-reverse xl:items-start">
      {filters}
      <section aria-label="Results" className="min-w-0 flex-1">
        {children}
      </section>
    </div>
  );
}
