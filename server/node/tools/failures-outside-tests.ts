import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './tools.ts';

/** Where the failures are written that are not those of a test. */
export const failuresOutsideTestsFile = join(root, '.build/reports/outside-tests.json');

/**
 * Writes the failures that Vitest's report in JSON does not have, though they make the run fail: of hooks, which skip
 * the tests that they were for, and of what no test waited for.
 */
export default class FailuresOutsideTestsReporter implements Reporter {
  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1],
  ): Promise<void> {
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandledErrors.map((error) => ({
        name: 'An error that no test caught',
        errors: [describe(error)],
      })),
    ];
    await writeFile(failuresOutsideTestsFile, JSON.stringify(failures));
  }
}

/** A failure that is not that of a test. */
export interface FailureOutsideTests {
  name: string;
  errors: string[];
}

function failuresOf(module: TestModule): FailureOutsideTests[] {
  const file = relative(root, module.moduleId);
  const isUnfinished = [...module.children.allTests()].some((test) => test.result().state === 'pending');
  return [
    { name: file, errors: module.errors().map(describe) },
    ...[...module.children.allSuites()].map((suite) => ({
      name: `${file}: ${suite.fullName}`,
      errors: suite.errors().map(describe),
    })),
    { name: file, errors: isUnfinished ? ['Not all of its tests ended.'] : [] },
  ].filter(({ errors }) => errors.length > 0);
}

interface ReportedError {
  message: string;
  stack?: string;
  cause?: ReportedError;
}

function describe({ message, stack = '', cause }: ReportedError): string {
  const described = stack.includes(message) ? stack : `${message}\n${stack}`;
  // First what it comes from: of what is long, the first lines alone are shown.
  return cause ? `${cause.message}\n${described}` : described;
}
