import type { PostType } from '../posts/post-rules.schema.ts';
import type { PostInput } from '../posts/posts.schema.ts';
import type { World } from './world.ts';

type InputOf<T extends PostType> = Extract<PostInput, { postType: T }>;

/** Inserts impact areas and skills. Returns their ids, in the order of their names. */
export async function addLookups(world: World) {
  const lookups = {
    impactAreas: ['animals', 'education', 'hunger'],
    skills: ['cooking', 'driving'],
  };
  const rows = (ids: readonly string[]) => ids.map((id) => ({ id, name: `About ${id}` }));
  await world.db.insertInto('impact_areas').values(rows(lookups.impactAreas)).execute();
  await world.db.insertInto('skills').values(rows(lookups.skills)).execute();
  return lookups;
}

const everyPost = {
  title: 'Soup night',
  description: 'Bring a friend,\nor two.',
  images: [],
  impactAreas: ['education', 'hunger'],
  keywords: ['soup', 'evening'],
  isActive: true,
};
const datedPost = {
  ...everyPost,
  startDateTime: '2026-12-01T18:00:00.000Z',
  endDateTime: '2026-12-01T20:30:00.000Z',
  timeZone: 'America/New_York',
  address: { fullAddress: '12 Elm Street, Philadelphia', latitude: 39.9526, longitude: -75.1652 },
  postURL: 'https://example.org/soup?night=1#menu',
  contact: 'Carol, 555 0100',
  addable: true,
} as const;

/** A post of each type with everything that the type has, as it is entered. Needs `addLookups`. */
export const fullPosts: { [T in PostType]: InputOf<T> } = {
  event: { postType: 'event', ...datedPost },
  project: {
    postType: 'project',
    ...datedPost,
    skills: ['cooking', 'driving'],
    topNeed: true,
    expectedRequiredHours: 2.25,
  },
  volunteering: { postType: 'volunteering', ...datedPost, skills: ['driving'], topNeed: true },
  'in-kind': {
    postType: 'in-kind',
    ...everyPost,
    postURL: 'http://example.org/',
    contact: 'carol@example.org',
    requiredItems: [
      { name: 'Pots', requirement: 'Three large ones', neededBy: '2026-12-01' },
      { name: 'Ladles', requirement: 'Any', neededBy: '2028-02-29' },
    ],
    topNeed: true,
  },
  general: { postType: 'general', ...everyPost },
  advocacy: {
    postType: 'advocacy',
    ...datedPost,
    petitionLink: 'https://example.org/sign',
    topNeed: true,
  },
};
