import { askServer } from '#src/lib/reachability.ts';

/** What the error of an import is called from the moment that the build's loader reports it. */
const name = 'MissingCode';

/**
 * Takes over from the router what becomes of a screen whose code cannot be had. It would reload the page, which without a
 * network leaves nothing of it; it does so by the words of the browser's error.
 */
export const watchMissingCode = (): void =>
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = name;
    payload.message = `Code is missing: ${payload.message}`;
  });

/** Reloads the page, once for each file, where an error is about code that the server, which responds, has no longer. */
export async function reloadForMissingCode(error: unknown): Promise<void> {
  if (!(error instanceof Error) || error.name !== name) return;
  if (sessionStorage.getItem(error.message) || !(await askServer())) return;
  sessionStorage.setItem(error.message, 'reloaded');
  location.reload();
}
