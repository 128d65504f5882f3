import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it, onTestFinished } from 'vitest';
import { importedTogether } from './imported-together.ts';

/** Builds a program of such files, of which `menu.ts` and `feed.ts` are imported together. */
async function build(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-imported-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const plugin = importedTogether(['/menu.ts', '/feed.ts'], folder);
  const program = await rolldown({ cwd: folder, input: './main.ts', plugins: [plugin] });
  const { output } = await program.generate({
    codeSplitting: { groups: [{ name: 'user', test: /\/(?:menu|feed|shared)\.ts$/ }] },
  });
  return output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
}

const shared = { 'shared.ts': 'export const shared = Math.random();' };
const main = {
  'main.ts': `
    import('./menu.ts').then(({ Menu }) => console.log(Menu));
    import('./feed.ts').then(({ Feed }) => console.log(Feed));
    import('./about.ts').then(({ About }) => console.log(About));`,
  'about.ts': `import { shared } from './shared.ts'; export const About = shared;`,
};

it('has parts in one file be imported from one module, and others from their own', async () => {
  const chunks = await build({
    ...main,
    ...shared,
    'menu.ts': `import { shared } from './shared.ts'; export const Menu = shared + 1;`,
    'feed.ts': `import { shared } from './shared.ts'; export const Feed = shared + 2;`,
  });
  const imported = chunks.find(({ isEntry }) => isEntry)?.dynamicImports ?? [];
  expect(new Set(imported).size).toBe(2);
  expect(chunks.filter(({ fileName }) => imported.includes(fileName)).map(({ exports }) => exports)).toEqual(
    expect.arrayContaining([['Feed', 'Menu'], ['About']]),
  );
});

it('fails the build where two of them export the same name', async () => {
  await expect(
    build({ ...main, ...shared, 'menu.ts': 'export const Menu = 1;', 'feed.ts': 'export const Menu = 2;' }),
  ).rejects.toThrow('two export Menu.');
});
