import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createOpenApiDocument } from '../../rest/openapi.ts';
import { appRouter } from '../../router.ts';
import { findProgram } from '../find-program.ts';
import { command, Problem } from '../problem.ts';
import { toOpenApi30 } from './openapi-30.ts';
import { root } from './tools.ts';

const run = promisify(execFile);

/** The generator is a package of its own, which is installed when it is needed: it has 24 MB, and needs Java. */
const recipe = join(import.meta.dirname, 'generator');
const installed = join(root, '.build/generator');
const jar = join(installed, 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar');

/** Of what a generator adds for a repository of its own, nothing. */
const unwanted = ['git_push.sh', '.travis.yml', '.gitlab-ci.yml', 'tox.ini', 'test-requirements.txt'];

/** Where Java is; undefined where there is none. */
export const javaPath = findProgram('java');

interface Generation {
  /** What the generator calls it. */
  language: string;
  /** The server whose API it is; the API as it is here where none is given. */
  url?: string | undefined;
  folder: string;
}

/** Generates a client of the REST API in another language. Throws `Problem` where that is not possible. */
export async function generateClient({ language, url, folder }: Generation): Promise<void> {
  if (javaPath === undefined) throw new Problem('The generator needs Java: put java 8 or newer into PATH.');
  await installGenerator();
  await clear(folder);
  const document = await readDocument(url);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const file = join(folder, 'openapi-3.0.json');
  await writeFile(file, JSON.stringify(toOpenApi30(document)));
  await writeFile(join(folder, '.openapi-generator-ignore'), `${unwanted.join('\n')}\n`);
  const names = [
    'packageName=gatherwell_client',
    'projectName=gatherwell-client',
    `packageVersion=${version}`,
  ];
  // It lives for some seconds: what makes long runs fast makes this one slow.
  const machine = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', jar];
  const output = ['-o', folder, '--additional-properties', names.join(',')];
  const parts = ['--global-property', 'apiTests=false,modelTests=false'];
  try {
    await run(javaPath, [...machine, 'generate', '-g', language, '-i', file, ...output, ...parts], {
      maxBuffer: 1e8,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Problem(`The client could not be generated.\n${stderr || stdout}`.trim());
  }
}

/** The API document without its introduction, which would stand in each file. */
async function readDocument(url: string | undefined): Promise<Record<string, unknown>> {
  const document = url
    ? await fetchDocument(url)
    : createOpenApiDocument(appRouter, { publicUrl: 'http://localhost:3000' });
  const { info, ...others } = document as { info: object };
  return { info: { ...info, description: 'The REST API of Gatherwell.' }, ...others };
}

async function fetchDocument(url: string): Promise<object> {
  const response = await fetch(`${url}/api/openapi.json`).catch(() => undefined);
  if (!response?.ok) throw new Problem(`There is no API document at ${url}/api/openapi.json.`);
  return (await response.json()) as object;
}

/** Installs the generator, as its lock file has it, unless it is there. */
async function installGenerator(): Promise<void> {
  const lock = await readFile(join(recipe, 'package-lock.json'), 'utf8');
  const present = await readFile(join(installed, 'package-lock.json'), 'utf8').catch(() => '');
  const isComplete = await readFile(join(installed, 'complete'), 'utf8').catch(() => '');
  if (present === lock && isComplete !== '') return;
  await rm(installed, { recursive: true, force: true });
  await mkdir(installed, { recursive: true });
  await cp(recipe, installed, { recursive: true });
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['ci', ...flags], { cwd: installed });
  await writeFile(join(installed, 'complete'), 'yes');
}

/** Empties the folder of an earlier client. Throws `Problem` where there is something else in it. */
async function clear(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length > 0 && !names.includes('.openapi-generator'))
    throw new Problem(`${folder} holds something that is no generated client. Name another folder.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

if (import.meta.main)
  await command(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { url: { type: 'string' }, out: { type: 'string' } },
    });
    const [language = 'python'] = positionals;
    const folder = resolve(values.out ?? join(root, `.build/client-${language}`));
    await generateClient({ language, url: values.url?.replace(/\/$/, ''), folder });
    console.log(`The client is in ${folder}.`);
  });
