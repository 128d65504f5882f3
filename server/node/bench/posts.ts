import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { withBatches } from '#db/batch.ts';
import type { Database } from '#db/schema.ts';
import { createApi } from '#server/api.ts';
import { hasPlan, keepStatements, nodesOf, type PlanNode, type Statement } from '#server/testing/plans.ts';
import { createTestPorts } from '#server/testing/ports.ts';
import { Problem } from '../problem.ts';
import type { Member } from './crowd.ts';
import { type Contender, median, type RaceOptions, race, ratio } from './load.ts';
import type { Site } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** What each grows by, at most, where there are fifty times as many posts. */
const goal = { most: 1.5 };

interface Question {
  /** Who asks: people who follow 200 organizations, or organizations that published much. */
  as: 'readers' | 'publishers';
  procedure: string;
  /** Finds as many posts among many as among few. */
  input: (site: Site, viewer: Member) => object;
}

/** So many rows of a table may be read without an index: lists of choices, and up to what is counted. */
const mostScanned = 2_000;

const day = 24 * 60 * 60 * 1000;

/** Returns a range that begins so many days ago and has as many posts as a month has of 20,000 posts. */
function range({ posts }: Site, daysAgo: number) {
  const from = Date.now() - daysAgo * day;
  const to = from + (30 * day * 20_000) / posts;
  return { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() };
}

const readersAsk = (procedure: string, input: Question['input'] = () => ({})): Question => ({
  as: 'readers',
  procedure,
  input,
});
const readersFind = (procedure: string, filters: object): Question =>
  readersAsk(procedure, () => ({ filters }));
const publishersAsk = (procedure: string, input: Question['input'] = () => ({})): Question => ({
  as: 'publishers',
  procedure,
  input,
});

const questions: Record<string, Question> = {
  'the newest posts': readersAsk('posts.list'),
  'posts of a type': readersFind('posts.list', { postTypes: ['project'] }),
  'posts of a type, only top need': readersFind('posts.list', { postTypes: ['in-kind'], topNeed: true }),
  'posts of an organization': readersAsk('posts.list', ({ publishers: [organization] }) => ({
    filters: { creatorId: organization?.id },
  })),
  'own posts with drafts': publishersAsk('posts.list', () => ({ filters: { isActive: null } })),
  'upcoming posts': readersAsk('posts.upcoming'),
  'own posts that ended': publishersAsk('posts.recentlyEnded'),
  'a gallery': readersAsk('posts.gallery', ({ publishers: [organization] }) => ({ id: organization?.id })),
  'community activity': readersAsk('posts.search'),
  'community activity by a word': readersFind('posts.search', { title: 'soup' }),
  'community activity by a word that nothing has': readersFind('posts.search', { title: 'zeppelin' }),
  'community activity by a keyword that nothing has': readersFind('posts.search', { keyword: 'zeppelin' }),
  'community activity by cause and address': readersFind('posts.search', {
    impactAreas: ['animals'],
    fullAddress: 'Larkfield',
  }),
  'community activity in a time long past': readersAsk('posts.search', (site) => ({
    filters: range(site, 200),
  })),
  'a map': readersAsk('posts.points'),
  'a map of a type and an address': readersFind('posts.points', {
    postTypes: ['event'],
    fullAddress: 'Toronto',
  }),
  'a calendar of 200 organizations': readersAsk('calendar.ofUser', (site, { id }) => ({
    id,
    filters: range(site, 40),
  })),
  'an organization’s calendar': publishersAsk('calendar.ofUser', (site, { id }) => ({
    id,
    filters: { ...range(site, 40), scheduledPublish: true },
  })),
};

const pathOf = ({ procedure, input }: Question, site: Site, viewer: Member) =>
  `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input(site, viewer)))}`;

const viewersOf = ({ as }: Question, { readers, publishers }: Site): readonly Member[] =>
  as === 'readers' ? readers.busy : publishers;

/** What lists, calendars and the map cost among many posts, by what they cost among few. */
export async function measurePosts(sites: readonly Site[], options: RaceOptions): Promise<Figure[]> {
  const [few, many] = ends(sites);
  const figures: Figure[] = [];
  for (const [what, question] of Object.entries(questions)) {
    const rates = await race({ few: ask(few, question), many: ask(many, question) }, options);
    figures.push({
      what: `${what}, among ${many.posts} posts, by ${few.posts}`,
      ratio: ratio(rates.few, rates.many),
      goal,
      measured: `${digits(median(rates.few))} and ${digits(median(rates.many))} requests/s`,
      memory: await many.memory(),
    });
  }
  return figures;
}

/** No two connections begin with the same viewer. */
function ask(site: Site, question: Question): Contender {
  const all = viewersOf(question, site).map((viewer) => ({
    path: pathOf(question, site, viewer),
    headers: { authorization: `Bearer ${viewer.token}` },
  }));
  return { url: site.server, requests: (n) => [...all.slice(n), ...all.slice(0, n)] };
}

/** What the plans of the same questions touch among few and among many posts, and through which indexes. */
export async function describePlans(sites: readonly Site[]): Promise<string> {
  const [few, many] = ends(sites);
  const lines = [
    `plans: pages touched among ${few.posts} and ${many.posts} posts, and what of posts is read how`,
  ];
  for (const [what, question] of Object.entries(questions)) {
    const [among, amongMany] = [await planOf(few, question), await planOf(many, question)];
    lines.push(`${what}: ${among.pages} and ${amongMany.pages}; ${amongMany.scans.join(', ')}`);
  }
  return lines.join('\n');
}

/** Asks in this process, and has the plans of all statements told that this takes. */
async function planOf(site: Site, question: Question): Promise<{ pages: number; scans: string[] }> {
  const pool = new pg.Pool({ connectionString: site.connectionString });
  const sent: Statement[] = [];
  const db = new Kysely<Database>({
    dialect: withBatches(new PostgresDialect({ pool }), { canPipeline: false }),
    log: keepStatements(sent),
  });
  try {
    const [viewer] = viewersOf(question, site);
    if (!viewer) throw new Problem('There is no viewer.');
    const settings = { publicUrl: site.server };
    const api = createApi({ db, settings, ports: createTestPorts(db, settings) });
    const answer = await api(
      new Request(site.server + pathOf(question, site, viewer), {
        headers: { authorization: `Bearer ${viewer.token}` },
      }),
      { requestId: 'plans', clientAddress: '198.18.0.1' },
    );
    if (!answer.ok) throw new Problem(`${question.procedure} answered ${answer.status}.`);
    const nodes: PlanNode[] = [];
    let pages = 0;
    for (const { sql, parameters } of sent.filter(hasPlan)) {
      const { rows } = await pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
      const [{ Plan: root }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }];
      pages += (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
      nodes.push(...nodesOf(root));
    }
    const scans = nodes.flatMap((node) => {
      const index = node['Index Name'];
      if (index?.startsWith('post')) return [index];
      const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
      return node['Node Type'] === 'Seq Scan' && rows > mostScanned
        ? [`${node['Relation Name']} FROM END TO END`]
        : [];
    });
    return { pages, scans: [...new Set(scans)] };
  } finally {
    await db.destroy();
  }
}

function ends(sites: readonly Site[]): [few: Site, many: Site] {
  const [few, many] = [sites[0], sites.at(-1)];
  if (!few || !many) throw new Problem('There is nothing to compare.');
  return [few, many];
}
