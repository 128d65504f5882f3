/**
 * Runs something for as long as the page is there: it ends when the page goes into the browser's back/forward cache, which
 * takes no page that holds a connection or a lock, and begins anew when the page comes back.
 */
export function whileShown(run: (signal: AbortSignal) => void): void {
  let over = new AbortController();
  run(over.signal);
  addEventListener('pagehide', ({ persisted }) => persisted && over.abort());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    over = new AbortController();
    run(over.signal);
  });
}
