import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { program } from './program.ts';

test('npm start starts the server as tests and benchmarks do', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const env = Object.entries(program.env).map(([name, value]) => `${name}=${value}`);
  expect(scripts['start']).toBe(['exec env', ...env, 'node', ...program.flags, program.script].join(' '));
});
