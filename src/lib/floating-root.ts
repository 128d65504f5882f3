/**
 * Where menus and tooltips are put: in the topmost open dialog, because everything outside it is inert, or
 * else in <main>, so that they stand within a landmark. Neither may clip or transform what it holds.
 */
export function floatingRoot(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>('[data-floating-root]');
  return dialogs[dialogs.length - 1] ?? document.querySelector('main');
}
