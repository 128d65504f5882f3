/**
 * Breaks connections, servers and the database under people who use the product, and looks whether anything was
 * lost, done twice, or is not as it should be:
 *
 *   npm run chaos                                   the long form: some 2,000 faults
 *   npm run chaos -- --short                        the form that `npm test` runs
 *   npm run chaos -- --seed 7 --rounds 1            one seed again
 *   npm run chaos -- --minutes 60 --every 300       for longer, and denser
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { command, Problem } from '#server/node/problem.ts';
import { runChaos } from './chaos.ts';
import { reportOf, tallyOf } from './report.ts';

await command(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      short: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      rounds: { type: 'string' },
      every: { type: 'string' },
      report: { type: 'string' },
    },
  });
  const seconds = 45;
  const minutes = positive('minutes', values.minutes) ?? 20;
  const seed = values.seed ?? (values.short ? 'short' : String(Date.now() % 1_000_000));
  const outcome = await runChaos({
    seed,
    rounds: positive('rounds', values.rounds) ?? (values.short ? 1 : Math.ceil((minutes * 60) / seconds)),
    seconds: values.short ? 30 : seconds,
    every: positive('every', values.every) ?? 400,
    programs: values.short ? 4 : 6,
    serverSent: !values.short,
    tell: (line) => console.log(line),
  });
  console.log(reportOf(outcome));
  const tally = tallyOf(outcome);
  if (values.report) await writeFile(values.report, JSON.stringify(tally));
  if (tally.failed > 0) process.exitCode = 1;
});

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0)) throw new Problem(`--${name} must be a number above 0.`);
  return number;
}
