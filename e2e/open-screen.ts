import type { Page } from '@playwright/test';

/**
 * Opens a screen as a link does, which takes a fraction of the time that loading the program takes; the focus is on
 * the screen when it is there. Where the focus does not come the page is loaded: only what follows the `?` changes, or
 * what moves the focus, which comes last, was not there yet. It marks the screen that is left as busy.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  const isNext = page.url() !== 'about:blank' && new URL(page.url()).pathname !== path.split('?')[0];
  const hasCome =
    isNext &&
    (await page.evaluate(
      (to) =>
        new Promise<boolean>((resolve) => {
          (document.activeElement as HTMLElement | null)?.blur();
          document.addEventListener('focusin', ({ target }) => {
            if ((target as Element).closest('main')) resolve(true);
          });
          let isFollowed = false;
          const main = document.querySelector('main');
          const observer = new MutationObserver(() => (isFollowed = true));
          if (main) observer.observe(main, { attributeFilter: ['aria-busy'] });
          setTimeout(() => isFollowed || resolve(false), 300);
          setTimeout(() => resolve(false), 10_000);
          history.pushState({}, '', to);
        }),
      path,
    ));
  if (!hasCome) await page.goto(path);
}
