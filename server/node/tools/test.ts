import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Problem } from '../problem.ts';
import { program } from '../program.ts';
import { missingForPythonClient } from '../testing/python.ts';
import { redisServerPath, withoutRedis } from '../testing/redis-server.ts';
import { runChecks } from './check.ts';
import { findChromium } from './chromium.ts';
import { type FailureOutsideTests, failuresOutsideTestsFile } from './failures-outside-tests.ts';
import { announce, root, runTool, runToolAside, type Tally } from './tools.ts';

const reports = join(root, '.build/reports');

/** Vitest's report, as far as it is read. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** Playwright's report, as far as it is read. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: PlaywrightSpec[];
}

interface PlaywrightSpec {
  file: string;
  title: string;
  tests: {
    projectName: string;
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    results: { errors: { message?: string }[]; attachments: { name: string; body?: string }[] }[];
  }[];
}

// Every tool and test that starts a process gains by it.
process.env['NODE_COMPILE_CACHE'] ??= join(root, program.env.NODE_COMPILE_CACHE);

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
/** What is run one after the other, each by its name. */
const steps: Record<string, () => Promise<Tally>>[] = [
  { build: async () => tallyOf((await runTool('node', ['server/node/tools/build.ts'])) === 0) },
  { 'unit and database tests': runVitest },
  {
    'browser tests, real and mocked': runPlaywright,
    // Browsers, servers and databases wait for each other: they leave a fifth of the processors.
    'static checks': () => runChecks(runToolAside),
  },
  { 'tests outside, with the testing kit': runTestingKit },
  { 'faults, in the short form': runChaos },
];

const total = { passed: 0, failed: 0 };
const summary: string[] = [];
const failures: string[] = [];
for (const step of steps) await Promise.all(Object.entries(step).map(([name, run]) => count(name, run)));
// Repeats what was printed far above: where only the end of the output is kept, it must show what to look at.
for (const failure of failures) console.log(`\n✘ ${failure}`);
announce('summary');
console.log(summary.join('\n'));
if (redisServerPath === undefined) console.log(withoutRedis);
const missing = missingForPythonClient();
if (missing !== undefined) console.log(missing);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function count(name: string, run: () => Promise<Tally>): Promise<void> {
  announce(name);
  const start = performance.now();
  const { passed, failed, failures: told = [] } = await run().catch(explain);
  const seconds = Math.round((performance.now() - start) / 1000);
  total.passed += passed;
  total.failed += failed;
  failures.push(...told);
  summary.push(`${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
}

async function runVitest(): Promise<Tally> {
  const file = join(reports, 'vitest.json');
  const reporters = ['default', 'json', './server/node/tools/failures-outside-tests.ts'];
  const args = ['run', ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`];
  // Databases in memory touch many pages: where the C library asks for large ones, their tests take a twelfth less time.
  const code = await runTool('vitest', args, { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' });
  const outside: FailureOutsideTests[] = JSON.parse(
    await readFile(failuresOutsideTestsFile, 'utf8').catch(() => '[]'),
  );
  return readReport<VitestReport>(
    'Vitest',
    file,
    code,
    ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests + outside.length,
      failures: [
        ...testResults.flatMap(({ name, assertionResults }) =>
          assertionResults
            .filter((test) => test.status === 'failed')
            .map((test) =>
              describeFailure(`${relative(root, name)}: ${test.fullName}`, test.failureMessages ?? []),
            ),
        ),
        ...outside.map(({ name, errors }) => describeFailure(name, errors)),
      ],
    }),
  );
}

/** Both modes in one run: a worker that has no real test left begins with the mocked ones. */
async function runPlaywright(): Promise<Tally> {
  const file = join(reports, 'playwright.json');
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const code = await runTool('playwright', args, {
    E2E_MODE: '',
    CHROMIUM_PATH: findChromium(process.env),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return readReport<PlaywrightReport>('Playwright', file, code, ({ stats, errors, suites }) => {
    const specs = suites.flatMap(specsIn);
    const idle = ['real', 'mocked'].filter(
      (mode) => !specs.some(({ tests }) => tests.some(({ projectName }) => projectName === mode)),
    );
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length + idle.length,
      failures: [
        ...specs.flatMap(describeFailedTests),
        ...errors.map(({ message }) => describeFailure('Playwright', [message ?? ''])),
        ...idle.map((mode) => `[${mode}] ran no test.`),
      ],
    };
  });
}

function specsIn({ suites = [], specs }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsIn)];
}

/** The tests of a spec that failed, what was wrong with each, and what was on the screen then. */
function describeFailedTests({ file, title, tests }: PlaywrightSpec): string[] {
  return tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ projectName, results }) =>
      [
        describeFailure(
          `[${projectName}] ${file}: ${title}`,
          results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
        ),
        ...results.flatMap(({ attachments }) => attachments).map(readScreen),
      ].join('\n'),
    );
}

/** Returns the outline of the page that a failed test attached; nothing of other attachments. */
function readScreen({ name, body = '' }: { name: string; body?: string }): string {
  if (name !== 'screen') return '';
  return Buffer.from(body, 'base64').toString().split('\n').slice(0, 150).join('\n');
}

/** A test's name, and below it the first lines of what was wrong. */
function describeFailure(name: string, messages: string[]): string {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).split('\n').slice(0, 12));
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Runs browser tests of a project outside, with the package that the build has made. */
async function runTestingKit(): Promise<Tally> {
  const file = join(reports, 'testing-kit.json');
  const code = await runTool('node', ['e2e/testing-kit/main.ts', '--report', file]);
  return readReport<Tally>('The project outside', file, code, (tally) => tally);
}

/** Breaks connections, servers and the database for half a minute; the checks of what is left are what counts. */
async function runChaos(): Promise<Tally> {
  const file = join(reports, 'chaos.json');
  const args = ['e2e/chaos/main.ts', '--short', '--report', file];
  const code = await runTool('node', args, { CHROMIUM_PATH: findChromium(process.env) });
  return readReport<Tally>('Chaos', file, code, (tally) => tally);
}

/** Counts by the report, and does not believe one that is missing, empty, or happier than the exit code. */
async function readReport<Report>(
  runner: string,
  file: string,
  code: number,
  count: (report: Report) => Tally,
): Promise<Tally> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Problem(`${runner} wrote no report (exit code ${code}).`);
  const tally = count(JSON.parse(text));
  if (tally.passed + tally.failed === 0) throw new Problem(`${runner} ran no test.`);
  if (code !== 0 && tally.failed === 0) {
    console.error(`${runner} ended with exit code ${code}, although no test failed.`);
    return { ...tally, failed: 1 };
  }
  return tally;
}

/** A step that broke off counts as one that failed. */
function explain(error: unknown): Tally {
  console.error(error instanceof Problem ? error.message : error);
  return tallyOf(false);
}

function tallyOf(isWell: boolean): Tally {
  return isWell ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
