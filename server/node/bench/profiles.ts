import { type Contender, median, type RaceOptions, race, ratio } from './load.ts';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** What opening an organization's public page costs, beside opening one of its posts. */
export async function measureProfiles(site: Site, options: RaceOptions): Promise<Figure[]> {
  const posts = await site.db
    .selectFrom('posts')
    .select('id')
    .where('is_active', '=', true)
    .orderBy('published_at', 'desc')
    .limit(site.publishers.length)
    .execute();
  const rates = await race(
    {
      profile: ask(
        site,
        site.publishers.map(({ id }) => `/api/users/${id}/public-info`),
      ),
      post: ask(
        site,
        posts.map(({ id }) => `/api/trpc/posts.byId?input=${encodeURIComponent(JSON.stringify({ id }))}`),
      ),
    },
    options,
  );
  return [
    {
      what: 'a public profile, by a post',
      ratio: ratio(rates.profile, rates.post),
      goal: { least: 0.75 },
      measured: `${digits(median(rates.profile))} and ${digits(median(rates.post))} requests/s`,
      memory: await site.memory(),
    },
  ];
}

/** Readers ask in turn; no two connections begin with the same one. */
function ask({ server, readers }: Site, paths: readonly string[]): Contender {
  const all = readers.busy.map(({ token }, index) => ({
    path: paths[index % paths.length] ?? '',
    headers: { authorization: `Bearer ${token}` },
  }));
  return { url: server, requests: (n) => [...all.slice(n), ...all.slice(0, n)] };
}
