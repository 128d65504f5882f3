import { useSyncExternalStore } from 'react';

/** From where on a month and a week have room for what stands in each day: the `md` of the style sheet. */
const query = '(width >= 48rem)';

/** Whether the screen has room for a whole week side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
