import { cpus } from 'node:os';
import { sql } from 'kysely';
import { type Cost, firstWall, mixed, type Need, needOfUser, perCore } from './cost.ts';
import { callsPerMinute, type Kind, kinds, sessionCheck } from './mix-calls.ts';
import type { TownSite } from './stage.ts';
import { digits } from './table.ts';

/** What was measured. */
export interface MixCosts {
  /** Of how many seconds each turn consisted. */
  seconds: number;
  /** Whether Redis carried notifications, presence and limits. */
  redis: boolean;
  streams: number;
  /** Of one call of each kind. */
  costs: ReadonlyMap<Kind, Cost>;
  /** Of one call of the mix, as it was called. */
  mix: Cost;
  /** Of a stream that is open for a minute, and of a process that nobody calls, for a second. */
  streamMinute: Cost;
  rest: Cost;
}

/** Up to which part of it a core is used, and the cores of what there can only be one of. */
const used = 0.7;
const bounds = { primary: 64, redis: 1 };

/** How many users are there at a time. */
const users = [10_000, 100_000, 1_000_000];

/** Writes what calls cost, what users need and what ends first, in Markdown, with what it was measured on. */
export async function describeMix(town: TownSite, measured: MixCosts): Promise<string> {
  const { costs, mix, streamMinute, rest } = measured;
  const costOf = (kind: Kind) => costs.get(kind) ?? mix;
  const need = needOfUser({
    callsPerMinute,
    call: mix,
    callOfPrimary: { postgres: mix.postgres * partOfPrimary(costOf) },
    streamMinute,
    rest,
    used,
  });
  return [
    await describeRun(town, measured),
    tableOfShares(),
    tableOfCosts(costOf, mix),
    `A stream that is open takes ${ms(streamMinute.process)} of a process and ${ms(streamMinute.postgres)} of Postgres a minute: one core of each keeps ${rounded(60 * perCore(streamMinute.process))} and ${rounded(60 * perCore(streamMinute.postgres))} of them open. A process that nobody calls takes ${ms(rest.process)} a second, ${ms(rest.postgres)} of Postgres and ${ms(rest.redis)} of Redis.`,
    `Each user who is there calls ${callsPerMinute} times a minute and has a stream open; cores are used to ${100 * used} %:`,
    tableOfNeeds(need),
    describeWall(need),
  ].join('\n\n');
}

/** Which part of what the mix costs Postgres only the primary can do: writes, streams, and the session of each read. */
function partOfPrimary(costOf: (kind: Kind) => Cost): number {
  const all = Object.values(kinds);
  const session = costOf(sessionCheck).postgres;
  const whole = mixed(all.map((kind) => ({ cost: costOf(kind), calls: kind.share })));
  const primary = mixed(
    all.map((kind) => {
      const cost = costOf(kind);
      const postgres = kind.isRead ? Math.min(session, cost.postgres) : cost.postgres;
      return { cost: { ...cost, postgres }, calls: kind.share };
    }),
  );
  return primary.postgres / whole.postgres;
}

async function describeRun({ db, posts }: TownSite, { seconds, streams, redis }: MixCosts): Promise<string> {
  const { rows } = await sql<{ version: string }>`select split_part(version(), ' ', 2) as version`.execute(
    db,
  );
  const cores = cpus();
  return `\`npm run bench -- mix --seconds=${seconds}\` on ${new Date().toISOString().slice(0, 10)}: ${cores.length} cores (${cores[0]?.model.trim()}), which the calls were sent from, too; Node ${process.versions.node}, PostgreSQL ${rows[0]?.version}, ${redis ? 'Redis' : 'no Redis'}; ${whole(posts)} posts, ${whole(streams)} people with an open stream each.`;
}

function tableOfShares(): string {
  return markdownTable([
    ['Of 10,000 calls', 'are of this kind', 'which assumes'],
    ...Object.values(kinds).map(({ share, what, why }) => [whole(share), what, why]),
  ]);
}

function tableOfCosts(costOf: (kind: Kind) => Cost, mix: Cost): string {
  const row = (what: string, { process, postgres, redis, log }: Cost) => [
    what,
    fine(process),
    fine(postgres),
    fine(redis),
    digits(log / 1000),
    ...[process, postgres, redis].map((milliseconds) => rounded(perCore(milliseconds))),
  ];
  return markdownTable([
    [
      'Call',
      'process, ms',
      'Postgres, ms',
      'Redis, ms',
      'log, kB',
      'a core of a process serves, 1/s',
      'of Postgres',
      'of Redis',
    ],
    ...[...Object.values(kinds), sessionCheck].map((kind) => row(kind.what, costOf(kind))),
    row('the mix', mix),
  ]);
}

function tableOfNeeds({ process, postgres, primary, redis, log }: Need): string {
  return markdownTable([
    [
      'Users at a time',
      'calls, 1/s',
      'processes, of a core each',
      'cores of Postgres',
      'of them the primary’s',
      'cores of Redis',
      'log, MB/s',
    ],
    ...users.map((count) => [
      whole(count),
      whole((count * callsPerMinute) / 60),
      whole(Math.ceil(count * process)),
      digits(count * postgres),
      digits(count * primary),
      digits(count * redis),
      digits((count * log) / 1e6),
    ]),
  ]);
}

function describeWall(need: Need): string {
  const { part, users: count } = firstWall(need, bounds);
  const log = digits((count * need.log) / 1e6);
  return part === 'primary'
    ? `The first wall: processes and replicas can be added, but all writes go to one primary. One with ${bounds.primary} cores suffices for ${rounded(count)} users at a time, whose writes are ${log} MB of its log in a second.`
    : `The first wall: processes and replicas can be added, but Redis does commands on one core. It suffices for ${rounded(count)} users at a time; a primary with ${bounds.primary} cores would for ${rounded(bounds.primary / need.primary)}.`;
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `|${'---|'.repeat(head.length)}`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

const ms = (milliseconds: number) => `${fine(milliseconds)} ms`;

/** A number with two digits that count where it is small. */
const fine = (value: number) => (value < 0.1 ? String(Number(value.toPrecision(2))) : digits(value));

/** A number with commas between thousands; a dash where there is no end to it. */
const whole = (value: number) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–');

/** The same of what was measured: two or three of its digits mean something. */
const rounded = (value: number) => whole(Number(value.toPrecision(3)));
