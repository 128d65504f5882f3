import { switchNames } from './scenarios.ts';

/** Loads a screen, this one unless another is given, with switches in the address, which are then obeyed. */
export function loadWith(
  switches: Partial<Record<keyof typeof switchNames, string>>,
  path: string = location.href,
): void {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(switches))
    url.searchParams.set(switchNames[name as keyof typeof switchNames], value);
  location.assign(url);
}
