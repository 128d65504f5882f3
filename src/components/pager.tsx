import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';
import { texts as ownTexts } from './pager.texts.ts';
import * as texts from './texts.ts';

/** To be spread on the link to one page. */
export interface PagerLinkProps {
  className: string;
  children: ReactNode;
  'aria-label': string;
  'aria-current': 'page' | undefined;
}

interface PagerProps {
  /** The page shown, from 1. */
  page: number;
  /** The pages to link to, the shown one among them, in their order. */
  pages: readonly number[];
  /** The link to a page: `(page, props) => <Link {...props} variant="bare" to="." search={…} />`. */
  renderLink: (page: number, props: PagerLinkProps) => ReactNode;
  className?: string | undefined;
}

const LINKS = 5;

/** The at most five pages around the shown one, as many before as after where there is room. */
export function pagesAround(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(LINKS / 2), pages - LINKS + 1));
  return Array.from({ length: Math.min(LINKS, pages) }, (_, index) => first + index);
}

const linkClass =
  'inline-flex size-control items-center justify-center rounded-md font-medium text-ink text-sm tabular-nums no-underline transition-colors hover:bg-sunken aria-[current=page]:bg-brand aria-[current=page]:font-semibold aria-[current=page]:text-on-brand [&_svg]:size-4.5';

/** Previous, the page links, next. Nothing where everything is on one page. */
export function Pager({ page, pages, renderLink, className }: PagerProps) {
  if (pages.length <= 1) return null;

  const step = (to: number, label: string, icon: ReactNode) => (
    <li>
      {!pages.includes(to) ? (
        <span aria-hidden className={cn(linkClass, 'pointer-events-none text-muted opacity-50')}>
          {icon}
        </span>
      ) : (
        renderLink(to, {
          className: linkClass,
          children: icon,
          'aria-label': label,
          'aria-current': undefined,
        })
      )}
    </li>
  );

  return (
    <nav aria-label={texts.pages} className={cn('flex justify-center', className)}>
      <ul className="flex flex-wrap items-center justify-center gap-0.5 sm:gap-1">
        {step(page - 1, texts.previousPage, <ChevronLeft aria-hidden />)}
        {pages.map((number) => (
          <li key={number}>
            {renderLink(number, {
              className: linkClass,
              children: number,
              'aria-label': ownTexts.page(number),
              'aria-current': number === page ? 'page' : undefined,
            })}
          </li>
        ))}
        {step(page + 1, texts.nextPage, <ChevronRight aria-hidden />)}
      </ul>
    </nav>
  );
}
