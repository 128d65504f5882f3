import { useCallback, useSyncExternalStore } from 'react';
import { useTheme } from '#src/lib/theme.ts';

/** The colours of the map, from the style sheet: WebGL knows no variables. */
const tokens = {
  water: '--color-map-water',
  land: '--color-map-land',
  border: '--color-map-border',
  label: '--color-map-label',
  area: '--color-brand',
  outline: '--color-brand-ink',
} as const;
export type MapColors = Record<keyof typeof tokens, string>;

const darkness = '(prefers-color-scheme: dark)';

/** The colours of the theme in force; they change with it. */
export function useMapColors(): MapColors {
  useTheme();
  const subscribe = useCallback((listener: () => void) => {
    const query = matchMedia(darkness);
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }, []);
  const read = useSyncExternalStore(subscribe, readColors);
  return JSON.parse(read) as MapColors;
}

/** As text, so that the same colours are the same. */
function readColors(): string {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colors = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return JSON.stringify(Object.fromEntries(colors));
}
