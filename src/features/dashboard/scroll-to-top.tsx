import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#src/components/button.tsx';
import { texts } from './texts.ts';

/** How far one has to scroll before the button appears, in pixels. */
const thresholdPx = 200;

/** A button that scrolls to the top of the page, once one has scrolled down. */
export function ScrollToTop() {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    const look = () => setIsDown(window.scrollY > thresholdPx);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  if (!isDown) return null;
  return (
    <IconButton
      label={texts.scrollToTop.scrollToTop}
      variant="secondary"
      shape="circle"
      className="fixed right-4 bottom-20 z-20 shadow-float md:right-8 md:bottom-8"
      onClick={() => {
        window.scrollTo({ top: 0, behavior: prefersCalm() ? 'auto' : 'smooth' });
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      }}
    >
      <ArrowUp aria-hidden />
    </IconButton>
  );
}

/** Whether the user asked for less motion. */
export const prefersCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
