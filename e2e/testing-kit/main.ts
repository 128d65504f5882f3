import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { findChromium } from '../../server/node/tools/chromium.ts';
import { root, type Tally, testingFile } from '../../server/node/tools/tools.ts';
import { toPlaywright } from '../../src/mocks/recording/playwright.ts';
import { parseRecording } from '../../src/mocks/recording/recording.ts';

/*
 * Tries the testing kit where its users have it: in a project outside of the repository, which installs the package,
 * compiles against its declarations, and runs its own browser tests with it. `npm run testing-kit` makes the package.
 */

const { report } = parseArgs({ options: { report: { type: 'string' } } }).values;
const run = promisify(execFile);
const require = createRequire(import.meta.url);
const versionOf = (name: string) =>
  (require(join(root, 'node_modules', name, 'package.json')) as { version: string }).version;

/** The compiler's options of a strict project that looks into the declarations of packages. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipDefaultLibCheck: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: ['node'],
};

/** Playwright's report, as far as it is read. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: { specs: { title: string; ok: boolean }[] }[];
}

/** Vitest's report, as far as it is read. */
interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { title: string; status: string }[] }[];
}

const folder = await mkdtemp(join(tmpdir(), 'gatherwell-outside-'));
const tally = { passed: 0, failed: 0, failures: [] as string[] } satisfies Tally;
try {
  const startedAt = performance.now();
  await cp(join(import.meta.dirname, 'outside'), folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'outside', private: true, type: 'module' }),
  );
  await writeFile(join(folder, 'recorded.spec.ts'), await writeRecordedTest());
  const packages = ['@playwright/test', '@types/node', 'vitest'].map((name) => `${name}@${versionOf(name)}`);
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...flags, testingFile, ...packages], { cwd: folder });
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`installed after ${seconds()} s`);
  await Promise.all([check('nodenext'), check('bundler')]);
  console.log(`compiled after ${seconds()} s`);
  await runTests();
  console.log(`tested after ${seconds()} s`);
} catch (error) {
  console.error(error);
  note(false, 'the project outside could not be set up');
} finally {
  await rm(folder, { recursive: true });
}
if (report !== undefined) await writeFile(report, JSON.stringify(tally));
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;

/** What the panel would copy of a recording, completed with what is expected. */
async function writeRecordedTest(): Promise<string> {
  const recording = parseRecording(await readFile(join(folder, 'recorded.json'), 'utf8'));
  const test = toPlaywright(recording, './recorded.json');
  const expected = `await expect(page.getByRole('region', { name: 'Messages with Priya Raghunathan' })).toContainText('Recorded hello');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Like', exact: true }).nth(1)).toHaveAttribute('aria-pressed', 'true');`;
  return test.replace("await expect(page.getByRole('main')).toBeVisible();", expected);
}

function note(isWell: boolean, title: string): void {
  if (isWell) tally.passed++;
  else {
    tally.failed++;
    tally.failures.push(title);
    console.error(`✘ ${title}`);
  }
}

/** Compiles the project: what is right without an error, and one error in each line that is wrong. */
async function check(moduleResolution: 'nodenext' | 'bundler'): Promise<void> {
  const config = join(folder, `tsconfig.${moduleResolution}.json`);
  const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
  await writeFile(
    config,
    JSON.stringify({ compilerOptions: { ...compilerOptions, module, moduleResolution }, include: ['*.ts'] }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const compiling = run(process.execPath, [compiler, '-p', config, '--pretty', 'false'], { cwd: folder });
  const { stdout } = await compiling.catch((error: { stdout: string }) => error);
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  const found = errors.map((line) => Number(/^mistakes\.ts\((\d+),/.exec(line)?.[1]));
  const lines = (await readFile(join(folder, 'mistakes.ts'), 'utf8')).split('\n');
  const wrong = lines.flatMap((line, index) => (/: Seed =|await /.test(line) ? [index + 1] : []));
  const isWell = JSON.stringify(found) === JSON.stringify(wrong);
  if (!isWell) console.error(stdout);
  note(isWell, `compiling a project with moduleResolution ${moduleResolution}`);
}

/** Runs the tests with Playwright, and then those with Vitest. */
async function runTests(): Promise<void> {
  await runTool('@playwright/test/cli.js', ['test']);
  const { suites } = await readReport<PlaywrightReport>('report.json');
  for (const { title, ok } of suites.flatMap(({ specs }) => specs)) note(ok, title);
  await runTool('vitest/vitest.mjs', [
    'run',
    'product.test.ts',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=vitest.json',
  ]);
  const { testResults } = await readReport<VitestReport>('vitest.json');
  for (const { name, status, assertionResults } of testResults) {
    for (const test of assertionResults) note(test.status === 'passed', test.title);
    if (status !== 'passed' && assertionResults.length === 0) note(false, name);
  }
}

async function runTool(path: string, args: string[]): Promise<void> {
  const env = { ...process.env, CHROMIUM_PATH: findChromium(process.env) };
  const running = run(process.execPath, [join(folder, 'node_modules', path), ...args], { cwd: folder, env });
  const { stdout } = await running.catch((error: { stdout: string }) => error);
  console.log(stdout);
}

async function readReport<Report>(name: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Report;
}
