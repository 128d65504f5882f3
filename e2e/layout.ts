import type { Page } from '@playwright/test';

/**
 * Lists what is wrong with a page's layout: what is wider than the screen, buttons and links that something else lies
 * on, and texts that lie on each other. What is fixed to an edge of the screen, or of a list, may lie on what scrolls
 * below it.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    const nameOf = (element: Element) =>
      `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`;
    if (root.scrollWidth > root.clientWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
      );
      faults.push(`${root.scrollWidth - root.clientWidth} px too wide: ${wide.slice(-1).map(nameOf)}`);
    }

    const floats =
      'header, [data-bottom-bar], [data-answers], [data-floating], [data-sonner-toaster], canvas, .maplibregl-map';
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(`${floats}, [inert], [aria-hidden="true"]`);
    const isFloating = (element: Element | null): boolean =>
      element !== null &&
      (['sticky', 'fixed'].includes(getComputedStyle(element).position) || isFloating(element.parentElement));
    const controls = document.querySelectorAll('a[href], button, input, textarea, select, [role="combobox"]');
    for (const control of controls) {
      if (!isShown(control)) continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // A link may be broken over lines.
      const [box] = control.getClientRects();
      if (!box || box.width < 3 || box.height < 3) continue;
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const isReached =
        !hit ||
        control.contains(hit) ||
        hit.contains(control) ||
        (control as HTMLInputElement).labels?.length;
      if (!isReached && !hit.closest(floats) && !isFloating(hit))
        faults.push(`${nameOf(hit)} lies on ${nameOf(control)}`);
    }

    scrollTo({ top: 0, behavior: 'instant' });
    type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
    const texts: { element: Element; boxes: Box[]; top: number; bottom: number }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !isShown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const frame = element.getBoundingClientRect();
      // For screen readers alone.
      if (frame.width <= 1 || frame.height <= 1) continue;
      if (isFloating(element)) continue;
      const clips: DOMRect[] = [];
      for (let frame: Element | null = element; frame; frame = frame.parentElement)
        if (getComputedStyle(frame).overflowX !== 'visible') clips.push(frame.getBoundingClientRect());
      const cut = (box: DOMRect) => ({
        left: Math.max(box.left, ...clips.map(({ left }) => left)),
        right: Math.min(box.right, ...clips.map(({ right }) => right)),
        top: Math.max(box.top, ...clips.map(({ top }) => top)),
        bottom: Math.min(box.bottom, ...clips.map(({ bottom }) => bottom)),
      });
      const boxes = [...range.getClientRects()].map(cut);
      const top = Math.min(...boxes.map((box) => box.top));
      texts.push({ element, boxes, top, bottom: Math.max(...boxes.map((box) => box.bottom)) });
    }
    // From the top down, so that each is compared only with those beside it.
    texts.sort((a, b) => a.top - b.top);
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        if (other.top >= one.bottom) break;
        if (one.element === other.element) continue;
        const isOver = one.boxes.some((a) =>
          other.boxes.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6,
          ),
        );
        if (isOver) faults.push(`${nameOf(other.element)} lies on ${nameOf(one.element)}`);
      }
    });
    return faults;
  });
}

/**
 * Lists texts in which letters that are written from right to left stand beside others and are not isolated from them,
 * so that they turn the punctuation and numbers around them.
 */
export function mixedDirections(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rightToLeft = /[\u0590-\u08FF]/;
    const isMixed = (text: string) => {
      const rest = text.replaceAll(/\u2068[^\u2069]*\u2069/g, '');
      return rightToLeft.test(rest) && /[A-Za-z]/.test(rest);
    };
    const isIsolated = (element: Element) => {
      const { display, unicodeBidi } = getComputedStyle(element);
      return !['inline', 'contents'].includes(display) || /isolate|plaintext/.test(unicodeBidi);
    };
    const textWithin = (element: Element): string =>
      [...element.childNodes]
        .map((child) => {
          if (child instanceof Text) return child.data;
          return child instanceof Element && !isIsolated(child) ? textWithin(child) : ' ';
        })
        .join('');
    const texts = [...document.querySelectorAll('body *')]
      .filter((element) => isIsolated(element) && element.checkVisibility())
      .map(textWithin);
    return texts.filter(isMixed).map((text) => text.trim());
  });
}
