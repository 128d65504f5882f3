/**
 * Asks Lighthouse about the screens that strangers see first: with its phone preset (a slow phone on slow 4G), then with
 * its desktop preset. Needs a running server:
 *
 *   npm run lighthouse -- http://localhost:3000
 *   npm run lighthouse -- http://localhost:3000 --only phone --calibrate
 *
 * Ends with 1 where a score or a figure misses its goal. Its figures are meaningful only on a machine that does nothing
 * else. The phone preset takes it for a fast one and slows it down four times; `--calibrate` slows a slower machine
 * down by less, so that it stands for the same phone.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { type Config, desktopConfig, type Result } from 'lighthouse';
import { freePort } from '../free-port.ts';
import { command, Problem } from '../problem.ts';
import { findChromium } from './chromium.ts';

const goal = 95;
const categories = ['performance', 'accessibility', 'best-practices'];

/** What is measured beside the scores, and what it is to stay below on a phone. */
const figures = [
  { name: 'LCP', audit: 'largest-contentful-paint', below: 2_000, unit: 'ms' },
  { name: 'TBT', audit: 'total-blocking-time', below: 100, unit: 'ms' },
  { name: 'CLS', audit: 'cumulative-layout-shift', below: 0.02, unit: '' },
] as const;

/** So many times a screen is looked at until the machine keeps its speed, and so much the slowdown may be wrong then. */
const calibration = { attempts: 12, tolerance: 0.4 };

const presets = { phone: undefined, desktop: desktopConfig };

/** The product that is looked at, and the browser that does it. */
interface Target {
  address: string;
  port: number;
}

await command(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, calibrate: { type: 'boolean', default: false } },
  });
  const [address = 'http://localhost:3000'] = positionals;
  const paths = ['/', '/user/sign-up', await somePost(address)];
  const port = await freePort();
  const target = { address, port };
  const browser = await chromium.launch({
    executablePath: findChromium(process.env),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
    ],
  });
  try {
    for (const [preset, config] of Object.entries(presets)) {
      if (values.only !== undefined && values.only !== preset) continue;
      for (const path of paths) {
        const isPhone = preset === 'phone';
        const result =
          isPhone && values.calibrate
            ? await lookCalibrated(target, path)
            : await look(target, path, undefined, config);
        const isGood = report(`${preset} ${path}`, result, isPhone);
        if (!isGood) process.exitCode = 1;
      }
    }
  } finally {
    await browser.close();
  }
});

/** Lighthouse's report on a screen. */
async function look(
  { address, port }: Target,
  path: string,
  slowdown?: number,
  config?: Config,
): Promise<Result> {
  const throttling = slowdown === undefined ? {} : { throttling: { cpuSlowdownMultiplier: slowdown } };
  const flags = { port, onlyCategories: categories, ...throttling };
  const result = await lighthouse(address + path, flags, config);
  if (!result) throw new Error(`Lighthouse says nothing about ${path}.`);
  return result.lhr;
}

/** Lighthouse's report on a screen by a phone of the middle class. A machine's speed differs from minute to minute. */
async function lookCalibrated(target: Target, path: string): Promise<Result> {
  let slowdown = slowdownBy((await look(target, path)).environment.benchmarkIndex);
  for (let attempt = 0; attempt < calibration.attempts; attempt++) {
    const result = await look(target, path, slowdown);
    const right = slowdownBy(result.environment.benchmarkIndex);
    if (Math.abs(right - slowdown) <= calibration.tolerance) return result;
    slowdown = right;
  }
  throw new Problem('This machine’s speed changes too much to measure with.');
}

/**
 * How many times a machine is to be slowed down to be a phone of the middle class, by the calculator that Lighthouse's
 * documentation on throttling names. At most as many times as the preset does.
 * @param speed by Lighthouse's own benchmark
 */
function slowdownBy(speed: number): number {
  const most = 4;
  if (speed < 150)
    throw new Problem(`A machine with a benchmark index of ${speed} is slower than the phone.`);
  if (speed >= 1_300) return Math.min(most, 3 + (speed - 1_300) / 233);
  return speed >= 800 ? 2 + (speed - 800) / 500 : 1 + (speed - 150) / 650;
}

/** Prints a line, and returns whether all goals are met. */
function report(
  what: string,
  { categories: scored, audits, environment, configSettings }: Result,
  isPhone: boolean,
): boolean {
  const scores = categories.map((id) => ({
    title: scored[id]?.title ?? id,
    percent: Math.round((scored[id]?.score ?? 0) * 100),
  }));
  const measured = figures.map((figure) => ({
    ...figure,
    value: audits[figure.audit]?.numericValue ?? Number.POSITIVE_INFINITY,
  }));
  const words = [
    ...scores.map(({ title, percent }) => `${title} ${percent}`),
    ...measured.map(({ name, value, unit }) =>
      `${name} ${unit ? Math.round(value) : value.toFixed(3)} ${unit}`.trim(),
    ),
    `scripts ${Math.round(scriptBytes(audits) / 1000)} kB`,
    `benchmark index ${Math.round(environment.benchmarkIndex)}`,
    `slowed down ${configSettings.throttling.cpuSlowdownMultiplier.toFixed(1)} times`,
  ];
  console.log(what, words.join(', '));
  return (
    scores.every(({ percent }) => percent >= goal) &&
    (!isPhone || measured.every(({ value, below }) => value < below))
  );
}

/** The bytes of all scripts that came while Lighthouse looked, what was fetched ahead included. */
function scriptBytes(audits: Result['audits']): number {
  const { details } = audits['network-requests'] ?? {};
  const requests = details?.type === 'table' ? details.items : [];
  return requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
}

/** The address of a published post with a picture. Throws `Problem` where no server responds. */
async function somePost(address: string): Promise<string> {
  const response = await fetch(`${address}/api/posts`).catch(() => undefined);
  if (!response?.ok) throw new Problem(`There is no Gatherwell at ${address}. Start one with npm start.`);
  const { data } = (await response.json()) as {
    data: { items: { _id: string; postType: string; images: unknown[] }[] };
  };
  const post = data.items.find(({ images }) => images.length > 0) ?? data.items[0];
  if (!post) throw new Problem('There is no post to look at.');
  return `/post/${post.postType}/details/${post._id}`;
}
