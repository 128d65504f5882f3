/**
 * Prints how quick the server is, each figure as a ratio to a yardstick that is measured in the same run:
 *
 *   npm run bench                  among 20,000 and 200,000 posts
 *   npm run bench -- --full        and among 1,000,000
 *   npm run bench -- feeds people  these parts alone
 *   npm run bench -- dashboard     of organizations with 10,000 and 100,000 followers, or as many as --followers sets
 *   npm run bench -- cultivations  lists of all these followers
 *   npm run bench -- near          among 1,000,000 posts and 100,000 people, or as many as --posts sets, and a tenth
 *   npm run bench -- streams       5,000 busy and 20,000 idle streams among as many messages as the next one
 *   npm run bench -- killed        10,000 streams on two processes, of which one is killed, among the same
 *   npm run bench -- mix           processor time of what people do, in turns of 20 seconds, or as many as --seconds sets
 *   npm run bench -- doorbell      rings between two processes, by the database and by Redis
 *   npm run bench -- messages      among 1,000,000 messages; with --full 10,000,000, or as many as --messages sets
 */
import { parseArgs } from 'node:util';
import { command, Problem } from '../problem.ts';
import { buildIfChanged } from '../tools/build.ts';
import { measureBulk } from './bulk.ts';
import { measureCultivations } from './cultivations.ts';
import { measureDashboard } from './dashboard.ts';
import { measureDoorbell } from './doorbell.ts';
import { measureFanOut } from './fan-out.ts';
import { measureFeeds, measureGrowth } from './feeds.ts';
import { measureKilled } from './killed.ts';
import { measureLive } from './live.ts';
import { measureIdle } from './memory.ts';
import { measureMessages } from './messages.ts';
import { measureMix } from './mix.ts';
import { measureNear } from './near.ts';
import { describePlans, measurePosts } from './posts.ts';
import { measureProfiles } from './profiles.ts';
import { measureSearch } from './search.ts';
import { measureSignIns } from './sign-ins.ts';
import {
  type Community,
  type Correspondence,
  type Places,
  type Popular,
  type Site,
  type Stage,
  setStage,
  type TownSite,
} from './stage.ts';
import { measureIdleStreams, measureStreams } from './streams.ts';
import { shown, tableOf } from './table.ts';
import { measureWrites } from './writes.ts';

const options = { rounds: 3, seconds: 3 };

/** What can be measured by itself, in the order in which it is. */
const parts: Record<string, (sites: Sites) => Promise<string>> = {
  feeds: async ({ usual, few, many }) =>
    tableOf([
      ...(await measureFeeds(await usual(), options)),
      ...(await measureGrowth([await few(), await many()], options)),
      ...(await measureProfiles(await usual(), options)),
      ...(await measureIdle(await usual())),
    ]),
  posts: async ({ few, many }) => {
    const sites: [Site, Site] = [await few(), await many()];
    const figures = await measurePosts(sites, { rounds: 3, seconds: 2 });
    figures.push(...(await measureIdle(sites[1])));
    return `${tableOf(figures)}\n\n${await describePlans(sites)}`;
  },
  writes: async ({ usual }) => {
    const site = await usual();
    return tableOf([
      ...(await measureWrites(site, options)),
      ...(await measureSignIns(site, options)),
      ...(await measureLive(site)),
      ...(await measureIdle(site)),
    ]);
  },
  'fan-out': async ({ few }) => tableOf(await measureFanOut(await few())),
  bulk: async ({ few }) => tableOf(await measureBulk(await few())),
  messages: async ({ correspondence }) => {
    const [few, many] = await correspondence();
    return tableOf([
      ...(await shown(measureMessages([few, many], { ...options, rounds: 5 }))),
      ...(await measureIdle(many)),
    ]);
  },
  streams: async ({ correspondence }) => {
    const [, many] = await correspondence();
    return tableOf([
      ...(await measureIdleStreams(many)),
      ...(await measureStreams(many)),
      ...(await measureIdle(many)),
    ]);
  },
  killed: async ({ correspondence, startServer }) => {
    const [, many] = await correspondence();
    return tableOf(await measureKilled(many, () => startServer(many.connectionString)));
  },
  mix: async ({ town, startServer, startYardstick, seconds }) =>
    measureMix(await town(), { startServer, startYardstick }, { seconds }),
  doorbell: async ({ empty }) => tableOf(await measureDoorbell(await empty())),
  dashboard: async ({ popular }) => {
    const [few, many] = await popular();
    return tableOf([...(await measureDashboard([few, many])), ...(await measureIdle(many))]);
  },
  cultivations: async ({ popular }) => {
    const [few, many] = await popular();
    return tableOf([...(await measureCultivations([few, many])), ...(await measureIdle(many))]);
  },
  near: async ({ places }) => {
    const [few, many] = await places();
    return tableOf([...(await measureNear([few, many], options)), ...(await measureIdle(many))]);
  },
  people: async ({ community }) => {
    const [few, many] = [await community(10_000), await community(100_000)];
    return tableOf([...(await measureSearch([few, many], options)), ...(await measureIdle(many))]);
  },
};

await command(async () => {
  const { values, positionals } = parseArgs({
    options: {
      full: { type: 'boolean', default: false },
      messages: { type: 'string' },
      posts: { type: 'string', default: '1000000' },
      followers: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '20' },
    },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !(name in parts));
  if (unknown !== undefined)
    throw new Problem(`There is no part "${unknown}". There are: ${Object.keys(parts).join(', ')}.`);
  await buildIfChanged();
  const stage = await setStage();
  try {
    const messages = Number(values.messages ?? (values.full ? 10_000_000 : 1_000_000));
    if (!Number.isInteger(messages / 10_000) || messages < 100_000)
      throw new Problem('--messages takes a multiple of 10,000, from 100,000 on.');
    const followers = Number(values.followers);
    if (!Number.isInteger(followers / 1_000) || followers < 10_000)
      throw new Problem('--followers takes a multiple of 1,000, from 10,000 on.');
    const placed = Number(values.posts);
    if (!Number.isInteger(placed / 10_000) || placed < 100_000)
      throw new Problem('--posts takes a multiple of 10,000, from 100,000 on.');
    const seconds = Number(values.seconds);
    if (!Number.isInteger(seconds) || seconds < 1)
      throw new Problem('--seconds takes a whole number, from 1 on.');
    const posts = values.full ? 1_000_000 : 200_000;
    const sites = { ...sitesOn(stage, { posts, placed, messages, followers }), seconds };
    for (const [name, measure] of Object.entries(parts))
      if (positionals.length === 0 || positionals.includes(name))
        console.log(`\n${name}\n${await measure(sites)}`);
  } finally {
    await stage.close();
  }
});

/** Each is made when it is first asked for. */
interface Sites {
  /** The address of a database without tables. */
  empty(): Promise<string>;
  few(): Promise<Site>;
  usual(): Promise<Site>;
  many(): Promise<Site>;
  community(people: number): Promise<Community>;
  /** A tenth of the posts that are somewhere, and all of them. */
  places(): Promise<[few: Places, many: Places]>;
  /** Organizations with a tenth of the followers, and all of them. */
  popular(): Promise<[few: Popular, many: Popular]>;
  /** A tenth of the messages, and all of them. */
  correspondence(): Promise<[few: Correspondence, many: Correspondence]>;
  /** People and organizations, without a process. */
  town(): Promise<TownSite>;
  /** Starts one more process of the server on a database. */
  startServer: Stage['startServer'];
  /** Starts one more process of the yardstick on a database. */
  startYardstick: Stage['startYardstick'];
  /** How long turns of the mix are. */
  seconds: number;
}

function sitesOn(
  stage: Stage,
  most: { posts: number; placed: number; messages: number; followers: number },
): Omit<Sites, 'seconds'> {
  const sites = new Map<number, Promise<Site>>();
  const withPosts = (posts: number) => {
    const site = sites.get(posts) ?? stage.open(posts);
    sites.set(posts, site);
    return site;
  };
  const organizations = new Map<number, Promise<Popular>>();
  const withFollowers = (followers: number) => {
    const site = organizations.get(followers) ?? stage.openPopular(followers);
    organizations.set(followers, site);
    return site;
  };
  const conversations = new Map<number, Promise<Correspondence>>();
  const withMessages = (messages: number) => {
    const site = conversations.get(messages) ?? stage.openCorrespondence(messages);
    conversations.set(messages, site);
    return site;
  };
  return {
    empty: () => stage.openEmpty(),
    few: () => withPosts(20_000),
    usual: () => withPosts(200_000),
    many: () => withPosts(most.posts),
    community: (people) => stage.openCommunity(people),
    places: async () => [await stage.openPlaces(most.placed / 10), await stage.openPlaces(most.placed)],
    popular: async () => [await withFollowers(most.followers / 10), await withFollowers(most.followers)],
    correspondence: async () => [await withMessages(most.messages / 10), await withMessages(most.messages)],
    town: () => stage.openTown(most.posts),
    startServer: stage.startServer,
    startYardstick: stage.startYardstick,
  };
}
