import { announce, runTool, type runToolAside, type Tally } from './tools.ts';

const checks: [name: string, tool: string, args: string[]][] = [
  // As one build, so that what several folders stand on is checked once. The leaves check the rest for themselves.
  ['types', 'tsc', ['-b', '.', 'src', 'e2e']],
  ['lint', 'oxlint', ['--type-aware']],
  ['format', 'biome', ['check']],
  ['dead code', 'knip', []],
];

/** Runs every check that needs no running code, with one of the ways to run a tool. */
export async function runChecks(run: typeof runToolAside = runTool): Promise<Tally> {
  let passed = 0;
  const failures: string[] = [];
  for (const [name, tool, args] of checks) {
    announce(name);
    if ((await run(tool, args)) === 0) passed++;
    else failures.push(name);
  }
  return { passed, failed: failures.length, failures };
}

if (import.meta.main) {
  const { passed, failed } = await runChecks();
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
