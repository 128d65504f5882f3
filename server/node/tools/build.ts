import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { fileEndings } from '../app-files.ts';
import { compress, encodings, worthCompressing } from '../encoding.ts';
import { command, Problem } from '../problem.ts';
import { root } from './tools.ts';

/** Where the built app is. */
export const appFolder = join(root, '.build/app');

/** What renders its screens on the server. */
export const renderFolder = join(root, '.build/render');

/** Record which sources the built app and the testing kit were made of. Absent while a build runs. */
const stampFile = join(root, '.build/app.sources');
const kitStampFile = join(root, '.build/testing.sources');

/** What the app is made of. */
const sources = ['src', 'server', 'db', 'vite.config.ts', 'package-lock.json', 'tsconfig.json'];
const isNoSource = (path: string) =>
  /^server\/(?:node\/(?!tools\/)|testing\/)|\.test\.tsx?$|(?:^|\/)routeTree\.gen\.ts$/.test(path);

/** Builds the app unless what is there was built of the very same sources. Throws `Problem` with Vite's output. */
export async function buildIfChanged(): Promise<void> {
  const stamp = await hashSources();
  if (await isBuiltOf(stamp, stampFile)) return;
  console.log('Building the app. This takes a little while, and only after changes.');
  await buildApp(stamp, 'pipe');
}

/** Builds the mocked product for tests elsewhere, as `buildIfChanged` does the app. Takes a quarter of a minute. */
export async function buildKitIfChanged(): Promise<void> {
  const stamp = await hashSources();
  if (!(await isBuiltOf(stamp, kitStampFile))) await buildKit(stamp);
}

const isBuiltOf = async (stamp: string, file: string) =>
  (await readFile(file, 'utf8').catch(() => '')) === stamp;

/** Builds the app with Vite, lays compressed copies of its files beside them, and packs the API's client. */
async function buildApp(stamp: string, output: 'inherit' | 'pipe'): Promise<void> {
  await rm(stampFile, { force: true });
  await runVite(output, []);
  await runVite('pipe', ['--ssr', 'render.tsx']);
  await compressFiles(appFolder);
  await runNode('pipe', [join(import.meta.dirname, 'client.ts')]);
  await writeFile(stampFile, stamp);
}

async function buildKit(stamp: string): Promise<void> {
  await rm(kitStampFile, { force: true });
  await runNode('pipe', [join(root, 'src/mocks/kit/build.ts')]);
  await writeFile(kitStampFile, stamp);
}

async function runVite(output: 'inherit' | 'pipe', options: string[]): Promise<void> {
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  await runNode(output, [vite, 'build', ...options]);
}

async function runNode(output: 'inherit' | 'pipe', args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Problem(`The app could not be built.\n${Buffer.concat(said)}`.trim());
}

async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !isText(path)) return;
      const bytes = await readFile(path);
      if (bytes.byteLength < worthCompressing) return;
      await Promise.all(
        encodings.map(async (encoding) =>
          writeFile(path + fileEndings[encoding], await compress(bytes, encoding, 'thorough')),
        ),
      );
    }),
  );
}

/** Source maps are text, too, but only developers fetch them. */
const isText = (path: string) =>
  !path.endsWith('.map') && /text|javascript|json|xml|svg|wasm/.test(getMimeType(path) ?? '');

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const names = await readdir(join(root, source), { recursive: true, withFileTypes: true }).then(
      (entries) =>
        entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
      () => [join(root, source)],
    );
    for (const path of names.sort()) {
      const name = path.slice(root.length + 1);
      if (!isNoSource(name))
        hash
          .update(`${name}\0`)
          .update(await readFile(path))
          .update('\0');
    }
  }
  return hash.digest('hex');
}

if (import.meta.main)
  await command(async () => {
    const stamp = await hashSources();
    // Half of the kit's time is a database of its own.
    const results = await Promise.allSettled([buildApp(stamp, 'inherit'), buildKit(stamp)]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  });
