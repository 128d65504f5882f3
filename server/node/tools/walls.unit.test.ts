import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { root } from './tools.ts';

type Import = [file: string, specifier: string];

const betweenZones: Import[] = [
  ['db/tables/posts.ts', 'zod'],
  ['server/feeds/feeds.router.ts', 'node:fs'],
  ['server/feeds/feeds.router.ts', '#server/node/settings.ts'],
  ['server/feeds/feeds.router.ts', '../shares/shares.router.ts'],
  ['server/node/http.ts', '#src/lib/cn.ts'],
  ['src/main-part.ts', './mocks/start.ts'],
  ['src/app/form.ts', '#src/features/feed/feed.tsx'],
  ['src/app/form.ts', '#src/local/mutate.ts'],
  ['src/app/form.ts', '#src/router.tsx'],
  ['src/routes/feed.tsx', '#src/local/mutate.ts'],
  ['src/routes/feed.tsx', '#src/routes/post.tsx'],
  ['src/routes/feed.tsx', '#server/posts/posts.queries.ts'],
  ['src/features/feed/feed.tsx', '#src/features/posts/post.tsx'],
  ['src/features/feed/feed.tsx', '../posts/post.tsx'],
  ['src/local/engine/apply.ts', '#src/local/collections/posts.ts'],
  ['src/local/engine/apply.ts', '../collections/posts.ts'],
  ['src/local/engine/apply.ts', '#src/components/toast.tsx'],
  ['src/local/engine/apply.ts', '#server/posts/posts.schema.ts'],
  ['src/local/collections/posts.ts', './index.ts'],
  ['src/local/collections/posts.ts', '#src/features/posts/post.tsx'],
  ['src/local/mutate.ts', '#src/features/posts/post.tsx'],
  ['src/components/button.tsx', '#src/entities/post-card.tsx'],
  ['src/components/button.tsx', '#src/app/api.ts'],
  ['src/entities/post-card.tsx', '#src/features/posts/post.tsx'],
  ['src/entities/post-card.tsx', '#src/local/mutate.ts'],
  ['src/lib/cn.ts', '#src/components/button.tsx'],
  ['src/mocks/media.ts', '#src/features/posts/post.tsx'],
];

const foreignQueries: Import[] = [
  ['server/feeds/feeds.queries.ts', '../shares/shares.queries.ts'],
  ['server/feeds/feeds.router.ts', '#server/shares/shares.queries.ts'],
  // Allowed for others than feeds.
  ['server/feeds/feeds.router.ts', '../posts/posts.queries.ts'],
  // Not in the list of posts, under whatever path.
  ['server/posts/save-post.ts', '../posts-of-others/../wallet/wallet.queries.ts'],
];

const allowed: Import[] = [
  ['server/shares/shares.router.ts', './shares.queries.ts'],
  ['server/calendar/calendar.queries.ts', '../posts/posts.queries.ts'],
  ['server/feeds/feeds.test.ts', '../shares/shares.queries.ts'],
  ['server/node/workers.ts', '#server/posts/posts.queries.ts'],
  ['src/routes/feed.tsx', '#src/features/feed/feed.tsx'],
  ['src/features/feed/feed.tsx', '#src/entities/post-card.tsx'],
  ['src/local/collections/posts.ts', '../engine/collection.ts'],
  ['src/entities/post-card.tsx', '#src/components/button.tsx'],
];

/** What a screen whose feature has its texts in one place must not hold, and what it may. */
const textsInside = [
  '<p>Two words</p>',
  '<><b>{name}</b> follows you</>',
  '<Field label="Name" />',
  '<NeedsConnection deed="Saving" />',
  "<p>{isNew ? 'New' : name}</p>",
  "<p>{isNew && 'New'}</p>",
  '<p title={`Of ${name}`} />',
  "<Select options={[{ value: 'new', label: 'New ones' }]} />",
  "<button onClick={() => toast.failed('It failed')} />",
  "<button onClick={() => toast.success(texts.done, { title: 'Done' })} />",
];
const textsElsewhere = [
  '<p>{texts.wallet.history} ·</p>',
  '<Field label={texts.wallet.history} className="flex gap-2" name="history" />',
  "<p>{name === 'New' ? name : null}</p>",
  '<input enterKeyHint="search" />',
  "<Select options={[{ value: 'New', label: texts.wallet.newest }]} />",
  "<Form kinds={{ title: 'text', label: '--color-label' }} />",
  '<button onClick={() => toast.failed(failureOf(error).message)} />',
  "<button onClick={() => log.failed('It failed')} />",
];

/** What a helper must not return, and what it may. */
const returnedTexts = [
  "n > 0 ? 'On now' : undefined",
  '`${n} km away`',
  "[n > 0 && 'shares your causes']",
  "((ago = 'just now') => ago)(undefined)",
];
const returnedOthers = ["n > 0 ? 'en-US' : 'numeric'", '`${n}km`', 'texts.onNow', '`${n} – ${n}`'];

const plugins = ['server/node/tools/own-queries.ts', 'server/node/tools/texts-apart.ts'];

/** What the linter reports of each planted file, by the import in it. */
const findings = new Map<string, string>();

/** Plants a file for each import, and lints them all in one run with this project's settings. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walls-'));
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  try {
    for (const file of ['.oxlintrc.json', ...plugins]) await cp(join(root, file), join(folder, file));
    const planted = new Map<string, string>();
    for (const [index, [file, specifier]] of [...betweenZones, ...foreignQueries, ...allowed].entries()) {
      const own = join(dirname(file), `case-${index}-${basename(file)}`);
      planted.set(own, `${file} ${specifier}`);
      await write(own, `export { something } from '${specifier}';\n`);
    }
    for (const [index, element] of [...textsInside, ...textsElsewhere].entries()) {
      const own = `src/features/wallet/case-${index}.tsx`;
      planted.set(own, element);
      await write(own, `export const Shown = () => ${element};\n`);
    }
    for (const [index, value] of [...returnedTexts, ...returnedOthers].entries()) {
      const own = `src/lib/returns-${index}.ts`;
      planted.set(own, value);
      await write(own, `export function say(n: number) {\n  return ${value};\n}\n`);
    }
    planted.set('src/local/collections/words.ts', 'words').set('src/local/collections/lanes.ts', 'lanes');
    await write(
      'src/local/collections/words.ts',
      "export const like = { words: (name?: string) => `Like ${name ?? 'a post'}` };\n",
    );
    await write(
      'src/local/collections/lanes.ts',
      'export const postLane = (id: string) => `post ${id}`;\nexport const like = { lane: (id: string) => `like ${id}` };\n',
    );
    for (const folder of ['app', 'entities', 'components', 'routes'])
      for (const name of ['apart.tsx', 'apart.ts']) {
        planted.set(`src/${folder}/${name}`, `${folder} ${name}`);
        await write(`src/${folder}/${name}`, "export const option = { label: 'New ones' };\n");
      }
    planted.set('src/features/wallet/lazy.tsx', 'lazy').set('src/components/lazy-part.tsx', 'lazy-part');
    for (const file of ['src/features/wallet/lazy.tsx', 'src/components/lazy-part.tsx'])
      await write(file, "import { lazy } from 'react';\nexport const Later = lazy(load);\n");
    planted.set('server/feeds/one.ts', 'cycle').set('server/feeds/later.ts', 'dynamic');
    await write('server/feeds/one.ts', "import type { Two } from './two.ts';\nexport type One = Two | 1;\n");
    await write('server/feeds/two.ts', "import type { One } from './one.ts';\nexport type Two = One[];\n");
    await write(
      'server/feeds/later.ts',
      "export const later = () => import('../wallet/wallet.queries.ts');\n",
    );
    const output = await new Promise<string>((resolve) => {
      const args = ['--format', 'unix', 'db', 'src', 'server'];
      execFile(join(root, 'node_modules/.bin/oxlint'), args, { cwd: folder }, (_error, text) =>
        resolve(text),
      );
    });
    for (const [file, name] of planted)
      findings.set(
        name,
        output
          .split('\n')
          .filter((line) => line.startsWith(`${file}:`))
          .join('\n'),
      );
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each(betweenZones)('rejects that %s imports %s', (file, specifier) => {
  expect(findings.get(`${file} ${specifier}`)).toContain(`'${specifier}' import is restricted`);
});

it.each(foreignQueries)('rejects that %s imports the queries %s', (file, specifier) => {
  expect(findings.get(`${file} ${specifier}`)).toContain(`may not import '${specifier}'`);
});

it('rejects queries of another feature that are imported dynamically', () => {
  expect(findings.get('dynamic')).toContain("may not import '../wallet/wallet.queries.ts'");
});

it('rejects React’s lazy but where it is decided what happens without a network', () => {
  expect(findings.get('lazy')).toContain('use lazyPart or lazyDialog');
  expect(findings.get('lazy-part')).not.toContain('use lazyPart or lazyDialog');
});

it.each(
  ['app', 'entities', 'components', 'routes'].flatMap((folder) => [
    [folder, 'apart.tsx'],
    [folder, 'apart.ts'],
  ]),
)('rejects a text in src/%s, %s', (folder, name) => {
  expect(findings.get(`${folder} ${name}`)).toContain('Texts stand in texts.ts');
});

it.each(returnedTexts)('rejects a helper that returns %s', (value) => {
  expect(findings.get(value)).toContain('Texts stand in texts.ts');
});

it.each(returnedOthers)('lets a helper return %s', (value) => {
  expect(findings.get(value)).not.toContain('Texts stand in texts.ts');
});

it('rejects the description of a mutation in its code, and no name of a lane', () => {
  expect(findings.get('words')).toContain('Texts stand in texts.ts');
  expect(findings.get('lanes')).not.toContain('Texts stand in texts.ts');
});

it('rejects import cycles, also of types', () => {
  expect(findings.get('cycle')).toContain('no-cycle');
});

it.each(allowed)('lets %s import %s', (file, specifier) => {
  expect(findings.get(`${file} ${specifier}`)).toBe('');
});

it.each(textsInside)('rejects the text in %s where the texts of a feature stand apart', (element) => {
  expect(findings.get(element)).toContain('Texts stand in texts.ts');
});

it.each(textsElsewhere)('finds no text in %s', (element) => {
  expect(findings.get(element)).not.toContain('Texts stand in texts.ts');
});
