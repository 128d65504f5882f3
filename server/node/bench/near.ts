import { Problem } from '../problem.ts';
import { type Contender, median, type RaceOptions, race, ratio } from './load.ts';
import { middle } from './places.ts';
import type { Places } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** What each grows by, at most, where ten times as much is at the same places. */
const goal = { most: 1.3 };

const near = (kilometers: number) => ({ ...middle, kilometers });
const call = (name: string, input: object) =>
  `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
const find = (name: string, filters: object) => () => call(name, { filters });

/** What is asked for, as the path for some organization. */
const questions: Record<string, (id: string) => string> = {
  'posts within 5 km': find('posts.search', { near: near(5) }),
  'posts within 200 km': find('posts.search', { near: near(200) }),
  'posts near oneself': find('posts.search', { near: { kilometers: 25 } }),
  'posts of a type near': find('posts.search', { near: near(50), postTypes: ['event'] }),
  'posts for a cause near': find('posts.search', { near: near(50), impactAreas: ['animals'] }),
  'posts with a word that nothing has near': find('posts.search', { near: near(200), title: 'zeppelin' }),
  'a map of posts near': find('posts.points', { near: near(50) }),
  'a map of a type near': find('posts.points', { near: near(50), postTypes: ['event'] }),
  'a map of a type and an address': find('posts.points', { postTypes: ['event'], fullAddress: 'Toronto' }),
  'posts by cause and address': find('posts.search', { impactAreas: ['animals'], fullAddress: 'Larkfield' }),
  'organizations near': find('search.organizations', { near: near(100) }),
  // As far as there are so many among few as a map shows.
  'a map of organizations near': find('search.organizationPoints', { near: near(200) }),
  'individuals near': find('search.individuals', { near: near(100) }),
  'a name near': () => call('profiles.search', { name: 'maria', near: near(50) }),
  'suggestions near': (id) => call('profiles.suggestions', { id, near: { kilometers: 50 } }),
};

/**
 * What searches around a place cost where much is, by what they cost where a tenth is. A question that is not answered
 * misses its goal and fails the command; the others are asked all the same.
 */
export async function measureNear(
  [few, many]: readonly [Places, Places],
  options: RaceOptions,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [question, path] of Object.entries(questions)) {
    const what = `${question}, among ${many.posts} posts, by ${few.posts}`;
    const measured = await compare({ few: ask(few, path), many: ask(many, path) }, options).catch(failureOf);
    figures.push({ what, goal, ...measured, memory: await many.memory() });
  }
  return figures;
}

async function compare(
  contenders: Record<'few' | 'many', Contender>,
  options: RaceOptions,
): Promise<Pick<Figure, 'ratio' | 'measured'>> {
  const rates = await race(contenders, options);
  return {
    ratio: ratio(rates.few, rates.many),
    measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} requests/s`,
  };
}

function failureOf(error: unknown): Pick<Figure, 'ratio' | 'measured'> {
  if (!(error instanceof Problem)) throw error;
  process.exitCode = 1;
  return { ratio: Number.POSITIVE_INFINITY, measured: error.message };
}

/** No two connections begin with the same organization. */
function ask({ server, members }: Places, path: (id: string) => string): Contender {
  const all = members.map(({ id, token }) => ({
    path: path(id),
    headers: { authorization: `Bearer ${token}` },
  }));
  return { url: server, requests: (n) => [...all.slice(n * 3), ...all.slice(0, n * 3)] };
}
