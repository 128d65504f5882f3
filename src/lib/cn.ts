import { extendTailwindMerge } from 'tailwind-merge';

/**
 * Joins class names, dropping falsy ones; of two that set the same property the later wins. The token names
 * of styles.css that Tailwind does not know are listed here, so that they take part in that.
 */
export const cn = extendTailwindMerge({
  extend: {
    theme: {
      spacing: ['control', 'control-sm'],
      container: ['reading'],
      shadow: ['card', 'float'],
      ease: ['settle'],
      animate: ['shimmer', 'slide', 'fade-in', 'fade-out', 'pop-in', 'pop-out', 'sheet-in', 'sheet-out'],
    },
  },
});
