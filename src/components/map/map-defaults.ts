/** Degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Where maps start when nothing says better. */
export const toronto: Place = { latitude: 43.6532, longitude: -79.3832 };

/** How near maps start: further away for posts than for organizations, and the continent for all else. */
export const zooms = { organizations: 8, posts: 6, other: 3 } as const;
