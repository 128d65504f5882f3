import { Problem } from '../problem.ts';
import { type ReaderKind, readerKinds } from './crowd.ts';
import { type Contender, median, type RaceOptions, race, ratio } from './load.ts';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** The path of a feed page, and how its response begins. */
const doors = {
  tRPC: { path: '/api/trpc/feeds.home?input=%7B%22limit%22%3A30%7D', before: '{"result":{"data":' },
  REST: { path: '/api/posts/feed?limit=30', before: '{"success":true,"message":"OK","data":' },
};

/** The share of the yardstick's speed that the server is to reach. */
const goal = { least: 0.6 };

/** A page of 30 posts, over both doors, for each kind of reader; and what compressing it costs. */
export async function measureFeeds(site: Site, options: RaceOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of Object.keys(readerKinds) as ReaderKind[]) {
    await checkSameBytes(site, kind);
    const contenders: Record<string, Contender> = {
      yardstick: askYardstick(site, kind),
      tRPC: askServer(site, kind, doors.tRPC.path),
      REST: askServer(site, kind, doors.REST.path),
      ...(kind === 'busy' && {
        'tRPC, compressed': askServer(site, kind, doors.tRPC.path, 'gzip, deflate, br, zstd'),
      }),
    };
    const { yardstick = [], ...ours } = await race(contenders, options);
    for (const [name, rates] of Object.entries(ours)) {
      figures.push({
        what: `feed over ${name}: ${readerKinds[kind]}`,
        ratio: ratio(rates, yardstick),
        goal,
        measured: `${digits(median(rates))} of ${digits(median(yardstick))} requests/s`,
        memory: await site.memory(),
      });
    }
  }
  return figures;
}

/** What a feed page costs among many posts, by what it costs among few. */
export async function measureGrowth(sites: readonly Site[], options: RaceOptions): Promise<Figure[]> {
  const [few, many] = [sites[0], sites.at(-1)];
  if (!few || !many || few === many) return [];
  const figures: Figure[] = [];
  for (const kind of Object.keys(readerKinds) as ReaderKind[]) {
    const rates = await race({ few: askServer(few, kind), many: askServer(many, kind) }, options);
    figures.push({
      what: `feed among ${many.posts} posts, by ${few.posts}: ${readerKinds[kind]}`,
      ratio: ratio(rates.few, rates.many),
      goal: { most: 1.3 },
      measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} requests/s`,
      memory: await many.memory(),
    });
  }
  return figures;
}

/** Asks for the feeds of all readers of a kind; no two connections begin with the same one. */
function askServer(
  { server, readers }: Site,
  kind: ReaderKind,
  path = doors.tRPC.path,
  encoding?: string,
): Contender {
  const all = readers[kind].map(({ token }) => ({
    path,
    headers: { authorization: `Bearer ${token}`, ...(encoding && { 'accept-encoding': encoding }) },
  }));
  return { url: server, requests: (n) => rotate(all, n) };
}

function askYardstick({ yardstick, readers }: Site, kind: ReaderKind): Contender {
  const all = readers[kind].map(({ id, token }) => ({
    path: `/feed/${id}`,
    headers: { authorization: `Bearer ${token}` },
  }));
  return { url: yardstick, requests: (n) => rotate(all, n) };
}

const rotate = <T>(items: readonly T[], by: number): T[] => [...items.slice(by), ...items.slice(0, by)];

/** Throws where the yardstick does not do the same work. */
async function checkSameBytes({ server, yardstick, readers }: Site, kind: ReaderKind): Promise<void> {
  const [reader] = readers[kind];
  if (!reader) return;
  const headers = { authorization: `Bearer ${reader.token}` };
  const answer = await fetch(`${yardstick}/feed/${reader.id}`, { headers }).then((response) =>
    response.text(),
  );
  const data = answer.slice(doors.tRPC.before.length, -2);
  for (const [name, { path, before }] of Object.entries(doors)) {
    const own = await fetch(server + path, { headers });
    const text = (await own.text()).slice(before.length);
    if (text.startsWith(data)) continue;
    let same = 0;
    while (same < data.length && data[same] === text[same]) same++;
    const from = Math.max(0, same - 100);
    throw new Problem(
      `The yardstick's feed page is not what ${name} answers:\n${text.slice(from, from + 200)}\n${data.slice(from, from + 200)}`,
    );
  }
  if (JSON.parse(data).items.length !== 30) throw new Problem('A feed page does not have 30 posts.');
}
