import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it, onTestFinished } from 'vitest';
import { smallFiles } from './small-files.ts';

const icons = '/node_modules/lucide-react/dist/esm/lucide-react.mjs';
const withIcons = {
  [icons]: `
    export { default as Bell, default as BellIcon } from './icons/bell.mjs';
    export { default as Star } from './icons/star.mjs';`,
  '/node_modules/lucide-react/package.json': `{ "name": "lucide-react", "sideEffects": false, "main": ".${icons.slice(26)}" }`,
  '/node_modules/lucide-react/dist/esm/icons/bell.mjs': `export default 'the bell';`,
  '/node_modules/lucide-react/dist/esm/icons/star.mjs': `export default 'the star';`,
};

/** Builds a program, and returns which of its files have which text. */
async function build(files: Record<string, string>, exact: string[][] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-small-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ ...withIcons, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const { plugin, group } = smallFiles({ small: 1_000, worth: 1_000, leave: [], exact });
  const program = await rolldown({
    cwd: folder,
    input: './main.ts',
    plugins: [plugin],
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await program.generate({
    codeSplitting: {
      groups: [{ name: 'fixed', test: /\/fixed[^/]*\.ts$/, includeDependenciesRecursively: false }, group],
    },
  });
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  return (text: string) => chunks.filter(({ code }) => code.includes(text)).map(({ name }) => name);
}

const screens = {
  'main.ts': `
    import('./feed.ts').then(console.log);
    import('./search.ts').then(console.log);
    import('./about.ts').then(console.log);`,
  'feed.ts': `
    import { Bell, Star as Favorite } from 'lucide-react';
    import { card } from './card.ts';
    export const feed = [Bell, Favorite, card];`,
  'search.ts': `
    import { Bell, Star } from 'lucide-react';
    import { card } from './card.ts';
    export const search = [Bell, Star, card];`,
  'about.ts': `import { BellIcon } from 'lucide-react'; export const about = [BellIcon];`,
  'card.ts': `export const card = ['a card', Math.random()];`,
};

it('puts what screens share in one file, icons by who imports them', async () => {
  const filesWith = await build(screens);
  const [shared] = filesWith('a card');
  expect(shared).toMatch(/^group-/);
  expect(filesWith('the star')).toEqual([shared]);
  expect(filesWith('the bell')).toEqual([shared]);
});

it('gives a screen that is exact no more than it needs', async () => {
  const filesWith = await build(screens, [['about.ts']]);
  const [shared] = filesWith('a card');
  expect(filesWith('the star')).toEqual([shared]);
  expect(filesWith('the bell')).not.toEqual([shared]);
});

it('fails the build where files import each other', async () => {
  const circle = {
    'main.ts': `import('./fixed-one.ts').then(console.log); import('./other.ts').then(console.log);`,
    'fixed-one.ts': `import { other } from './other.ts'; export const one = () => other;`,
    'other.ts': `import { two } from './fixed-two.ts'; export const other = () => two;`,
    'fixed-two.ts': `export const two = Math.random();`,
  };
  await expect(build(circle)).rejects.toThrow('Files import each other');
});
