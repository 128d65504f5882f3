import type { NetworkName } from '#db/tables/social-media.ts';

/** What the networks take of a post: characters as each of them counts, and pictures. */
export const networkLimits = {
  facebook: { characters: 63_206, pictures: 10 },
  twitter: { characters: 280, pictures: 4 },
  'linked-in': { characters: 3000, pictures: 20 },
} as const satisfies Record<NetworkName, { characters: number; pictures: number }>;
