import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { Random } from '#db/seeds/random.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';
import { findEpoch } from '#server/events/events.queries.ts';
import { Problem } from '#server/node/problem.ts';
import {
  type Published,
  type PublishingOptions,
  publishAmongDeaths,
  readPublished,
  type Scheduled,
} from '#server/node/testing/publishing.ts';
import type { InterestType } from '#server/posts/post-rules.schema.ts';
import type { Seat } from './browser.ts';
import { busyMoments, type CheckName, countCutOff, judge } from './checks.ts';
import {
  type Evidence,
  interestKey,
  type Records,
  readInterests,
  readRecords,
  type Shown,
  type Snapshot,
} from './evidence.ts';
import { type FaultName, Mischief } from './faults.ts';
import { type OverloadWatch, watchOverload } from './overload-watch.ts';
import { callApi } from './people.ts';
import { findLeftovers, readPictures } from './pictures.ts';
import { plantDamage } from './plant.ts';
import type { Program } from './program.ts';
import { type RideOptions, ride } from './ride.ts';
import { type Habits, type Stage, setStage } from './stage.ts';

export interface ChaosOptions {
  seed: string;
  /** After how many faults there is no further round. A round is followed by a rest: all has to come right in it. */
  faults: number;
  /** After how many minutes there is no further round. */
  minutes: number;
  /** How long faults are injected in a round, in seconds. */
  seconds: number;
  /** Milliseconds between two faults, on average. */
  every: number;
  /** How many people use programs of their own. */
  programs: number;
  /** How many messages have to be sent before there is no further round; 0 where as many do as come about. */
  messages: number;
  serverSent: boolean;
  /** Whether the servers are a cluster: one whose standby confirms each write, or one whose standby follows. */
  cluster?: 'synchronous' | 'asynchronous' | undefined;
  ride: RideOptions;
  /** How many organizations schedule how many posts for the same moment, and who publishes them. */
  publishing: { organizations: number } & Pick<PublishingOptions, 'posts' | 'processes' | 'deaths'>;
  /** Ends it early: everything that was started is stopped, and nothing is judged. */
  signal: AbortSignal;
  /** Called with the progress, a line at a time. */
  tell: (line: string) => void;
}

/** What a run came to. */
export interface Outcome {
  seed: string;
  faults: Map<FaultName, number>;
  /** Events in the logs of all users. */
  events: number;
  /** Writes that were done. */
  writes: number;
  /** Messages that are stored, and coins that were paid for them. */
  messages: number;
  coins: number;
  /** Renditions of pictures that were looked at. */
  pictures: number;
  /** What became of the posts that were scheduled. */
  published: Published;
  /** Where the primary did not wait for its standby: what failovers lost. */
  cutOff?: { failovers: number; writes: number; longest: number };
  /** Statements that took too long. */
  busy: number;
  /** Milliseconds from the end of the faults until each seat was up to date with nothing left to send, sorted. */
  rests: number[];
  /** What each check found. */
  findings: Record<CheckName | typeof awake, string[]>;
}

/** The check of the checks. */
const awake = 'every check notices damage that is planted';

/** Milliseconds in which everybody has to come to rest once nothing is in the way any more. */
const longestRest = 90_000;

/** Milliseconds after which what is due is no longer waited for, if nothing more of it is published or announced. */
const longestStandstill = 120_000;

/**
 * Runs rounds of faults on a stage of its own, and checks what is left behind. Throws `Problem` where it is aborted.
 */
export async function runChaos(options: ChaosOptions): Promise<Outcome> {
  using watch = watchOverload();
  const stage = await watch.during(setStage({ ...options, organizations: options.publishing.organizations }));
  try {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new Problem('Stopped before its end.'));
    options.signal.addEventListener('abort', stop);
    if (options.signal.aborted) stop();
    return await Promise.race([play(stage, options, watch), stopped]);
  } finally {
    await stage.close();
  }
}

async function play(stage: Stage, options: ChaosOptions, watch: OverloadWatch): Promise<Outcome> {
  const { seed, seconds, every, tell } = options;
  const { overloads } = watch;
  const faults = new Map<FaultName, number>();
  const rests: number[] = [];
  const restless: string[] = [];
  const stale: Shown[] = [];
  const start = performance.now();
  // However slow the machine: the checks need two messages of one sender.
  for (const program of stage.programs)
    for (const { user } of stage.habits.get(program)?.writesTo.slice(0, 1) ?? []) {
      program.write(user._id);
      program.write(user._id);
    }
  const total = () => [...faults.values()].reduce((sum, count) => sum + count, 0);
  for (let round = 1; restless.length === 0; round++) {
    const mischief = new Mischief(stage, new Random(`${seed} faults ${round}`));
    const work = () => mischief.run(AbortSignal.timeout(seconds * 1000), every);
    await actDuring(stage, new Random(`${seed} acts ${round}`), options.messages > 0, work);
    for (const [name, count] of mischief.counts) faults.set(name, (faults.get(name) ?? 0) + count);
    await heal(stage);
    const rest = await comeToRest(stage, tell);
    rests.push(...rest.times);
    restless.push(...rest.restless, ...mischief.trouble);
    if (rest.restless.length === 0) stale.push(...(await findStaleScreens(stage, tell)));
    const longest = (Math.max(...rest.times) / 1000).toFixed(1);
    const sent = countMessages(stage);
    tell(
      `round ${round}: ${total()} faults and ${sent} messages so far; the last at rest is ${rest.last}, after ${longest} s`,
    );
    const isDone = total() >= options.faults && countMessages(stage) >= options.messages;
    if (isDone || performance.now() - start > options.minutes * 60_000) break;
  }
  const noticed = await rideAlong(stage, options.ride);
  const scheduled = await watch.during(publishScheduled(stage, options.publishing));
  // A browser may have ended at another screen; the last check needs this one.
  for (const seat of stage.seats) await seat.lookAtFeed();
  restless.push(...(await comeToRest(stage, tell)).restless);

  const collected = await collect(stage, { scheduled, restless, overloads });
  const evidence = {
    ...collected,
    errors: [...collected.errors, ...noticed],
    shown: [...stale, ...collected.shown],
  };
  const findings = judge(evidence);
  tell('planting damage, to see that it is noticed');
  await plantDamage(stage, scheduled);
  const damaged = await collect(stage, { scheduled, overloads, restless: ['planted'], isPlanted: true });
  const asleep = Object.entries(judge(damaged))
    .filter(([, found]) => found.length === 0)
    .map(([name]) => `Nothing was said by: ${name}.`);
  return {
    seed,
    faults,
    events: [...evidence.records.heads.values()].reduce((sum, head) => sum + head, 0),
    writes: evidence.records.operations.length,
    messages: evidence.records.messages.length,
    coins: evidence.records.wallets.reduce((sum, wallet) => sum + wallet.messages, 0),
    pictures: evidence.pictures.length,
    published: evidence.published,
    ...(options.cluster === 'asynchronous' && {
      cutOff: {
        failovers: evidence.cutOffs.length,
        writes: countCutOff(evidence),
        longest: Math.max(0, ...evidence.cutOffs.map(({ from, to }) => to - from)),
      },
    }),
    busy: busyMoments(evidence.log).length,
    rests: rests.sort((a, b) => a - b),
    findings: { ...findings, [awake]: asleep },
  };
}

/** Sends the phone on a ride. */
async function rideAlong({ seats, lineOf }: Stage, options: RideOptions): Promise<string[]> {
  const phone = seats.find(({ isPhone }) => isPhone);
  const line = phone && lineOf.get(phone);
  return phone && line ? ride(phone, line, options) : [];
}

/** Lets processes that die again and again publish what is due. */
function publishScheduled(
  { servers: { db, connectionString }, schedulers }: Stage,
  { posts, processes, deaths }: ChaosOptions['publishing'],
): Promise<Scheduled> {
  const creatorIds = schedulers.map(({ user }) => user._id);
  const standstillMs = longestStandstill;
  return publishAmongDeaths({ db, connectionString, creatorIds, posts, processes, deaths, standstillMs });
}

/** Lets everybody do things for as long as some work takes. */
async function actDuring(
  stage: Stage,
  random: Random,
  isChatty: boolean,
  work: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const goOn = async (act: () => Promise<void> | void, least: number, most: number) => {
    while (!isOver) {
      await act();
      await sleep(random.between(least, most));
    }
  };
  const everybody = [
    ...stage.programs.map((program) => {
      const habits = stage.habits.get(program);
      return goOn(() => habits && doSomething(program, habits, random), 80, 500);
    }),
    ...(isChatty ? stage.programs : []).map((program) => {
      const { writesTo = [] } = stage.habits.get(program) ?? {};
      return goOn(() => chat(program, writesTo), 5, 20);
    }),
    ...stage.seats.map((seat) => goOn(() => seat.act(), 100, 700)),
  ];
  try {
    await work();
  } finally {
    isOver = true;
  }
  await Promise.all(everybody);
}

/** Lets a program write to everybody who has few messages of it under way. */
function chat(program: Program, writesTo: Habits['writesTo']): void {
  for (const { user } of writesTo) if (program.unansweredTo(user._id) < 4) program.write(user._id);
}

/** How many messages the programs have sent. */
const countMessages = ({ programs }: Stage) =>
  programs.reduce((sum, { sentMessages }) => sum + sentMessages, 0);

function doSomething(program: Program, { posts, whom, publishes, writesTo }: Habits, random: Random): void {
  // Users wait for responses: none has more than a few writes under way.
  if (program.unanswered > 12) return;
  if (publishes && random.chance(0.15)) return program.publish();
  if (random.chance(0.2)) return program.follow(random.pick(whom).user._id, random.chance(0.6));
  if (writesTo.length > 0 && random.chance(0.3)) return program.write(random.pick(writesTo).user._id);
  if (random.chance(0.1)) return program.read();
  if (random.chance(0.03)) return program.markAll(random.chance(0.8));
  const post = random.pick(posts);
  return program.say(post, random.pick(post.interests), random.chance(0.6));
}

/** Puts everything in order. */
async function heal({ lines, servers }: Stage): Promise<void> {
  for (const line of lines) {
    line.turn({ kind: 'clear' });
    line.giveUpAmbush();
  }
  await servers.cluster?.heal();
  await Promise.all(servers.processes.map((server) => server.start()));
}

interface Rest {
  /** Milliseconds until each was at rest for the first time. */
  times: number[];
  /** Who was the last. */
  last: string;
  /** Who is not at rest, and what is missing. */
  restless: string[];
}

/** Returns the event log's epoch, and its last event of each user. */
async function readLog(db: Db) {
  const rows = await db.selectFrom('user_heads').select(['user_id', 'seq']).execute();
  return { heads: new Map(rows.map((row) => [row.user_id, row.seq])), epoch: await findEpoch(db) };
}

/** Waits until everybody has every event, and nothing to send. */
async function comeToRest({ servers, programs, seats }: Stage, tell: (line: string) => void): Promise<Rest> {
  const everybody = [...programs, ...seats];
  let start = performance.now();
  const times = new Map<string, number>();
  for (; ; start += await held(100)) {
    const log = await readLog(servers.db).catch((error: unknown) => {
      // Of a slow machine, the database may be busier with coming to rest than a query may wait.
      if (!isDatabaseUnavailable(error) || performance.now() - start > longestRest) throw error;
    });
    if (!log) continue;
    const { heads, epoch } = log;
    const states = await Promise.all(
      everybody.map(async (each) => ({
        ...(await each.state()),
        label: each.label,
        head: heads.get(each.person.user._id),
      })),
    );
    const restless = states.filter(
      ({ cursor, unsent, head }) => cursor?.seq !== head || cursor?.epoch !== epoch || unsent !== 0,
    );
    const passed = performance.now() - start;
    for (const state of states)
      if (!restless.includes(state) && !times.has(state.label)) times.set(state.label, passed);
    if (restless.length === 0)
      for (const seat of seats) {
        const cursor = states[everybody.indexOf(seat)]?.cursor;
        if (cursor && !(await seat.noteRest(cursor)))
          tell(`${seat.label} has a tab that the driver has lost; it is not judged, and was closed`);
      }
    if (restless.length === 0 || passed > longestRest) {
      const explained = restless.flatMap(({ label }) => seats.filter((seat) => seat.label === label));
      for (const seat of explained) tell(`${seat.label}: ${await seat.explain()}`);
      return {
        times: everybody.map(({ label }) => times.get(label) ?? longestRest),
        last: [...times.keys()].at(-1) ?? 'nobody',
        restless: restless.map(
          ({ label, cursor, head, unsent }) =>
            `${label} did not come to rest: at event ${cursor?.seq} of ${head}${
              cursor && cursor.epoch !== epoch ? ' of another epoch' : ''
            }, with ${unsent} to send.`,
        ),
      };
    }
  }
}

/**
 * Waits, and resolves to how much longer that took, in milliseconds: while this program is held up, so is everything, since
 * all lines lead through it.
 */
async function held(milliseconds: number): Promise<number> {
  const from = performance.now();
  await sleep(milliseconds);
  return performance.now() - from - milliseconds;
}

async function collect(
  stage: Stage,
  {
    scheduled,
    isPlanted = false,
    ...watched
  }: {
    scheduled: Scheduled;
    restless: string[];
    overloads: OverloadWatch['overloads'];
    /** Whether there is damage that does not mend itself. */
    isPlanted?: boolean;
  },
): Promise<Evidence> {
  const { servers, seats, programs } = stage;
  const records = await readRecords(servers.db);
  const { origin } = servers;
  const copies = await Promise.all(
    seats.map(async (seat) => {
      const copy = await seat.readCopy();
      return {
        copy,
        snapshot: await takeSnapshot(origin, seat, records, [...copy.posts.keys()], [...copy.follows.keys()]),
      };
    }),
  );
  const titles = await readTitles(servers.db);
  const shown = await Promise.all(seats.map((seat) => readScreens(seat, records.interests, titles)));
  return {
    records,
    mutations: [
      ...programs.flatMap(({ mutations }) => mutations),
      ...seats.flatMap(({ mutations }) => mutations),
    ],
    followers: [...programs, ...seats].map(({ follower }) => follower),
    copies,
    shown: shown.flat(),
    pictures: await readPictures(servers, programs, records),
    leftovers: await findLeftovers(servers, !isPlanted),
    published: await readPublished(servers.db, scheduled),
    log: servers.log,
    hurts: servers.hurts,
    errors: seats.flatMap(({ errors }) => errors),
    ...watched,
    stale: programs.flatMap(({ stale }) => stale),
    cutOffs: servers.cluster?.database.cutOffs ?? [],
  };
}

/** What the server would send a client without a local cache, of what such a cache holds. */
async function takeSnapshot(
  origin: string,
  { person }: Seat,
  records: Records,
  postIds: readonly string[],
  userIds: readonly string[],
): Promise<Snapshot> {
  const api = callApi(origin, person);
  const userId = person.user._id;
  const notifications: Snapshot['notifications'] = new Map();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await api.notifications.list.query({ cursor, limit: 50 });
    for (const item of page.items) notifications.set(item._id, item);
    cursor = page.cursor;
  }
  const nothing = { liked: false, interested: false, going: false };
  return {
    posts: new Map(
      postIds.map((id) => [
        id,
        { interests: [{ userId, ...(records.interests.get(interestKey(userId, id)) ?? nothing) }] },
      ]),
    ),
    follows: new Map(userIds.map((id) => [id, records.follows.has(`${userId} ${id}`)])),
    notifications,
    unread: (await api.notifications.count.query({ onlyNew: true })).count,
  };
}

const interestOf: Record<string, InterestType> = { Like: 'liked', Interested: 'interested', Going: 'going' };

/** How often screens are looked at, a second apart, before what they show wrongly counts: all is at rest before. */
const looks = 5;

/** Returns what screens go on to show wrongly, and reports what may explain it. */
async function findStaleScreens(
  { servers: { db }, seats }: Stage,
  tell: (line: string) => void,
): Promise<Shown[]> {
  for (let look = 1; ; look++) {
    const [interests, titles] = await Promise.all([readInterests(db), readTitles(db)]);
    const wrong = await Promise.all(
      seats.map(async (seat) => {
        const shown = await readScreens(seat, interests, titles);
        return { seat, shown: shown.filter(({ shows, is }) => shows !== is) };
      }),
    );
    const isRight = wrong.every(({ shown }) => shown.length === 0);
    if (!isRight && look < looks) {
      await sleep(1_000);
      continue;
    }
    for (const { seat, shown } of wrong)
      if (shown.length > 0) tell(`${seat.label} shows what is not so: ${await seat.explain()}`);
    return wrong.flatMap(({ shown }) => shown);
  }
}

/** Returns the ids of posts, by their titles. */
async function readTitles(db: Db): Promise<Map<string, string>> {
  const posts = await db.selectFrom('posts').select(['id', 'title']).execute();
  return new Map(posts.map(({ id, title }) => [title, id]));
}

/** Every button under a post, as it shows and as the database has it. */
async function readScreens(
  seat: Seat,
  interests: Records['interests'],
  titles: Map<string, string>,
): Promise<Shown[]> {
  const userId = seat.person.user._id;
  return (await seat.readButtons()).flatMap(({ where, title, label, pressed }) => {
    const interest = interestOf[label];
    const postId = titles.get(title);
    if (!interest || !postId) return [];
    const said = interests.get(interestKey(userId, postId))?.[interest] ?? false;
    const words = (on: boolean) => (on ? 'pressed' : 'not pressed');
    return [{ where, what: `${label} of “${title}”`, shows: words(pressed), is: words(said) }];
  });
}
