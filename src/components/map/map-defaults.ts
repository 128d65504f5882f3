/** Degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** The default position of maps. */
export const toronto: Place = { latitude: 43.6532, longitude: -79.3832 };

/** How near maps of many things start: further away for posts than for organizations. */
export const zooms = { organizations: 8, posts: 6 } as const;

/** The zoom of the map of a single place. The built-in map has no details of a neighborhood. */
export const placeZoom = (styleUrl: string | undefined): number => (styleUrl === undefined ? 9 : 12);
