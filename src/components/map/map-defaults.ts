/** Degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Where maps start when nothing says better. */
export const toronto: Place = { latitude: 43.6532, longitude: -79.3832 };

/** How near maps of many things start: further away for posts than for organizations. */
export const zooms = { organizations: 8, posts: 6 } as const;

/** How near the map of a single place starts. The built-in one has nothing to tell about a neighborhood. */
export const placeZoom = (styleUrl: string | undefined): number => (styleUrl === undefined ? 9 : 12);
