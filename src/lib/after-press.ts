/**
 * Does something now or, while a pointer is held down, once it was let go: what appears or leaves must not move
 * what is being pressed away from under it.
 */
export function afterPress(act: () => void): void {
  if (document.querySelector(':active') === null) act();
  else addEventListener('click', act, { once: true, capture: true });
}
