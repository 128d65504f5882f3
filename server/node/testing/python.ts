import { execFileSync } from 'node:child_process';
import { findProgram } from '../find-program.ts';

/** What the generated client needs of Python. */
const modules = ['certifi', 'dateutil', 'six', 'urllib3'];

/** Returns why this machine cannot try the generated Python client; undefined where it can. */
export function missingForPythonClient(): string | undefined {
  const missing = [
    ...['java', 'python3'].filter((name) => findProgram(name) === undefined),
    ...(findProgram('python3') ? modules.filter((name) => !canImport(name)) : []),
  ];
  return missing.length === 0
    ? undefined
    : `NOT TESTED: the generated Python client needs ${missing.join(', ')}, which this machine lacks.`;
}

function canImport(name: string): boolean {
  try {
    execFileSync('python3', ['-c', `import ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
