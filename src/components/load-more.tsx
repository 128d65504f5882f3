import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';
import { texts as ownTexts } from './load-more.texts.ts';
import { Spinner } from './spinner.tsx';
import * as texts from './texts.ts';

interface LoadMoreProps {
  /** What is loaded: "posts". */
  things: string;
  /** Whether the list ends here. */
  isComplete: boolean;
  isLoading: boolean;
  /** Whether the last attempt failed: then only the button tries again. */
  hasFailed?: boolean | undefined;
  onLoad: () => void;
}

/** The end of an endless list: loads the next page as it comes near, has a button for keyboards, and marks the end. */
export function LoadMore({ things, isComplete, isLoading, hasFailed = false, onLoad }: LoadMoreProps) {
  const foot = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  const isWaiting = !isComplete && !isLoading && !hasFailed;

  useEffect(() => {
    if (!isWaiting || !foot.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      // Two screens ahead, so that the end of a page is not seen on a good connection.
      { rootMargin: '0px 0px 200% 0px' },
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [isWaiting]);

  return (
    <div ref={foot} className="flex min-h-control flex-col items-center gap-2 py-3 text-muted text-sm">
      {isComplete ? (
        <p>{ownTexts.noMore(things)}</p>
      ) : isLoading ? (
        <Spinner label={ownTexts.loading(things)} />
      ) : (
        <>
          {hasFailed && <p role="alert">{ownTexts.failed(things)}</p>}
          <Button variant="secondary" size="sm" onClick={onLoad}>
            {hasFailed ? texts.retry : ownTexts.showMore(things)}
          </Button>
        </>
      )}
    </div>
  );
}
