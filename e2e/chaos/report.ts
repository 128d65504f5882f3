import type { Tally } from '#server/node/tools/tools.ts';
import type { Outcome } from './chaos.ts';

/** How many findings of a kind are listed. */
const told = 10;

/** What a run came to, as a table for people. */
export function reportOf({
  seed,
  faults,
  events,
  writes,
  messages,
  coins,
  pictures,
  published,
  cutOff,
  busy,
  rests,
  findings,
}: Outcome): string {
  const injected = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const rows: [string, string | number][] = [
    ...[...faults].sort(([, a], [, b]) => b - a),
    ['faults in all', injected],
    ['', ''],
    ['writes done', writes],
    ['events', events],
    ['events lost', findings['no event is lost'].length],
    ['events applied twice', findings['no event is applied twice'].length],
    ['duplicate effects', findings['no write has two effects'].length],
    ['mutations lost', findings['no mutation is lost'].length],
    ['messages', messages],
    ['messages lost', findings['no message is lost'].length],
    ['messages twice', findings['no message is there twice'].length],
    ['messages out of order', findings['messages keep their order'].length],
    ['coins paid for messages', coins],
    ['renditions of pictures looked at', pictures],
    ['not as they were sent', findings['pictures are there as they were sent'].length],
    ['scheduled posts published', published.posts - published.waiting],
    ['twice, early, or announced otherwise', published.early + published.unsure + published.misinformed],
    ['late at most, 99 in 100', seconds(1000 * published.lateness)],
    ['statements that took too long', busy],
    ['to come to rest: p50', seconds(quantile(rests, 0.5))],
    ['to come to rest: p95', seconds(quantile(rests, 0.95))],
    ['to come to rest: max', seconds(quantile(rests, 1))],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) =>
    name === '' ? '' : `  ${name.padEnd(width)}  ${String(value).padStart(9)}`,
  );
  const verdicts = Object.entries(findings).flatMap(([name, found]) => [
    `  ${found.length === 0 ? 'ok  ' : 'FAIL'}  ${name}`,
    ...found.slice(0, told).map((finding) => `          ${finding}`),
    ...(found.length > told ? [`          and ${found.length - told} more`] : []),
  ]);
  const isWell = Object.values(findings).every((found) => found.length === 0);
  return [
    '',
    ...table,
    '',
    ...(cutOff ? [lossOf(cutOff), ''] : []),
    ...verdicts,
    '',
    isWell ? `seed ${seed}: all is well` : `seed ${seed}: repeat with  npm run chaos -- --seed ${seed}`,
  ].join('\n');
}

/** What asynchronous replication cost. */
const lossOf = ({ failovers, writes, longest }: NonNullable<Outcome['cutOff']>) =>
  [
    `  ${failovers} failovers lost ${writes} acknowledged writes: the primary did not wait for its standby, which lacked`,
    `  the last ${seconds(longest)} of it at most. Nothing else may be missing, and every device has what is left.`,
  ].join('\n');

/** How many checks found nothing, and how many found something. */
export function tallyOf({ findings }: { findings: Record<string, string[]> }): Tally {
  const found = Object.values(findings);
  const failed = found.filter(({ length }) => length > 0).length;
  return { passed: found.length - failed, failed };
}

/** The value below which that share of sorted values lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
