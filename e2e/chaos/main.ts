/**
 * Breaks connections, servers and the database under people who use the product, and looks whether anything was
 * lost, done twice, or is not as it should be:
 *
 *   npm run chaos                            2,000 faults
 *   npm run chaos -- --short                 the form that `npm test` runs
 *   npm run chaos -- --seed 7                one seed again
 *   npm run chaos -- --minutes 60            for an hour, however many faults that makes
 *   npm run chaos -- --every 100             twice as dense, in milliseconds between two faults
 *   npm run chaos -- --messages 100000       until so many messages were sent, too
 *   npm run chaos -- --cluster               2,000 faults in a cluster: HAProxy, PgBouncer, Redis, a store and a standby
 *   npm run chaos -- --cluster --asynchronous  whose standby follows the primary, which does not wait for it
 *   npm run chaos -- --streams 10000         only so many event streams, whose process is killed
 *   npm run chaos -- --networks 10000        only so many posts that are shared at networks which lose responses
 *   npm run chaos -- --load                  only the attacks that try to stop the server for others
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { command, Problem } from '#server/node/problem.ts';
import { buildIfChanged } from '#server/node/tools/build.ts';
import { runChaos } from './chaos.ts';
import { beginLoad, loadReportOf } from './load.ts';
import { tryNetworks } from './networks.ts';
import { reportOf, tallyOf } from './report.ts';
import { findingsOf, measureStreams } from './streams.ts';

await command(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      short: { type: 'boolean', default: false },
      faults: { type: 'string' },
      minutes: { type: 'string' },
      every: { type: 'string' },
      messages: { type: 'string' },
      report: { type: 'string' },
      streams: { type: 'string' },
      networks: { type: 'string' },
      load: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      asynchronous: { type: 'boolean', default: false },
    },
  });
  // A start that has to build first takes longer than servers may.
  await buildIfChanged();
  const streams = positive('streams', values.streams);
  if (streams !== undefined) {
    const findings = findingsOf(await measureStreams(streams, (line) => console.log(line)));
    for (const finding of findings) console.log(`FAIL  ${finding}`);
    if (findings.length > 0) process.exitCode = 1;
    return;
  }
  const networks = positive('networks', values.networks);
  if (networks !== undefined) {
    const findings = await tryNetworks(networks, (line) => console.log(line));
    for (const finding of findings) console.log(`FAIL  ${finding}`);
    if (findings.length > 0) process.exitCode = 1;
    return;
  }
  const { short } = values;
  if (values.asynchronous && !values.cluster) throw new Problem('--asynchronous needs --cluster.');
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const tell = (line: string) => console.log(line);
  const minutes = positive('minutes', values.minutes);
  const messages = positive('messages', values.messages) ?? 0;
  // First, and alone: what it measures are times. Only its end waits, beside the faults.
  await using begun = values.cluster
    ? undefined
    : await beginLoad({
        seconds: short ? 2 : 10,
        timeoutSeconds: short ? 30 : 60,
        signal: stopping.signal,
        tell,
      });
  const chaos =
    !values.load &&
    runChaos({
      seed: values.seed ?? (short ? 'short' : String(Date.now() % 1_000_000)),
      faults: positive('faults', values.faults) ?? (minutes === undefined ? (short ? 1 : 2_000) : Infinity),
      minutes: minutes ?? Infinity,
      seconds: short ? 25 : 45,
      every: positive('every', values.every) ?? 200,
      // A conversation takes one message after the other, so many messages need many of them.
      programs: messages > 0 ? 20 : short ? 4 : 6,
      messages,
      serverSent: !short,
      ...(values.cluster && { cluster: values.asynchronous ? 'asynchronous' : 'synchronous' }),
      ride: short ? { every: 2_000, drops: 4 } : { every: 20_000, drops: 3 },
      publishing: short
        ? { organizations: 2, posts: 100, processes: 2, deaths: 1 }
        : { organizations: 16, posts: 10_000, processes: 8, deaths: 20 },
      signal: stopping.signal,
      tell,
    });
  const ending = begun?.end();
  // Each stops what it has started, whatever becomes of the other.
  await Promise.allSettled([chaos, ending]);
  const [outcome, load] = await Promise.all([chaos, ending]);
  if (outcome) console.log(reportOf(outcome));
  if (load) console.log(loadReportOf(load));
  const tally = tallyOf({ findings: { ...(outcome && outcome.findings), ...(load && load.findings) } });
  if (values.report) await writeFile(values.report, JSON.stringify(tally));
  if (tally.failed > 0) process.exitCode = 1;
});
// What was stopped early may have left timers behind.
process.exit();

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0)) throw new Problem(`--${name} must be a number above 0.`);
  return number;
}
