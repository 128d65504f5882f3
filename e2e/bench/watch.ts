/** What the watcher in a page has seen so far, in milliseconds. */
export interface Watched {
  /** From the beginning of the navigation to the frame that shows the first card. */
  firstCard: number | undefined;
  /** From each tap on a button to the frame that shows it. */
  taps: number[];
  /** When a button changed, since 1970. */
  changes: number[];
  /** How long each task took that was longer than 50 ms. */
  longTasks: number[];
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/**
 * Watches a page from outside the product, by what it shows. Runs in the page before anything of the product does, so
 * it uses nothing from out here.
 */
export function watchPage(): void {
  const watched: Watched = { firstCard: undefined, taps: [], changes: [], longTasks: [] };
  window.watched = watched;
  let tappedAt: number | undefined;
  addEventListener(
    'click',
    ({ timeStamp }) => {
      tappedAt = timeStamp;
    },
    { capture: true },
  );
  const observer = new MutationObserver((mutations) => {
    if (watched.firstCard === undefined && document.querySelector('main article')) {
      watched.firstCard = Number.NaN;
      requestAnimationFrame(() => {
        watched.firstCard = performance.now();
      });
    }
    if (!mutations.some(({ attributeName }) => attributeName === 'aria-pressed')) return;
    watched.changes.push(performance.timeOrigin + performance.now());
    const from = tappedAt;
    tappedAt = undefined;
    if (from !== undefined)
      requestAnimationFrame(() => {
        watched.taps.push(performance.now() - from);
      });
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-pressed'],
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}
