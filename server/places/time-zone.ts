import lookUp from '@photostructure/tz-lookup';

/** Returns the IANA name of the time zone at coordinates, out of the borders that the package brings along. */
export const timeZoneAt = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  lookUp(latitude, longitude);
