/** For how many milliseconds the browser is not asked again. */
const askedAgainMs = 1_000;

let last: { zone: string; at: number } | undefined;

/**
 * Returns the zone of this device, by its IANA name. Asking the browser makes a formatter, which for each post of a
 * list, or of a month, takes longer than what it is asked for; a traveller's device may change its zone.
 */
export function deviceTimeZone(): string {
  const at = performance.now();
  if (!last || at - last.at >= askedAgainMs)
    last = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, at };
  return last.zone;
}
